import { areOfTwoReleases, ChangedUnit, NodeChange, sideBefore, startFiles, startFilesBack } from './change';
import { difference, flagsBack } from './process-truth';
import { NodeSide } from '../../kubernetes/node';
import { eventually, PlanAction } from '../action';
import { upgradeNode } from '../actions/owner';
import { restartUnit, unitRunsRelease } from '../actions/units';
import { MigrationApp } from '../app/app';

/** Seconds in which a process that was just started can be asked for its release. */
const RELEASE_SECONDS = 60;

/** What is done to units, for people. */
export function unitsChanged({ units }: NodeChange): readonly string[] {
  return units.map(({ unit, component, becomes }) =>
    `restart the unit ${unit}${becomes === 'kept' ? `: your packages bring another program of ${component}` : ''}`);
}

/** Starts units again in this order, each once its files are those of `change.side`, or, on the way back, of the other side. */
export function restarted(change: NodeChange, units: readonly ChangedUnit[], way: 'there' | 'back'): readonly PlanAction[] {
  const { releases } = change.transition.app;
  const [flags, files, side] = way === 'there' ? [difference, startFiles, change.side] as const
    : [flagsBack, startFilesBack, sideBefore(change)] as const;
  return units.map(({ component, unit }) => {
    const { has, lacks } = flags(change, component);
    const its = files(change).filter(file => file.component === component).map(({ path }) => path);
    return restartUnit({ unit, component, release: releases[side], files: its, has, lacks });
  });
}

/** Packages of the owner bring the programs of all units of a node, so they come before the first of these is started again. */
export function programsOfUnits(change: NodeChange, side: NodeSide): readonly PlanAction[] {
  return change.units.length > 0 && areOfTwoReleases(change.transition, change.side) ? [programs(change, side)] : [];
}

/** The programs of a node that comes to the release of a side. */
export function programs({ transition, units }: NodeChange, side: NodeSide): PlanAction {
  return upgradeNode({ release: transition.app.releases[side], ...units.length > 0 ? { units: units.map(({ unit }) => unit) } : {} });
}

/** A process goes on with the program that it was started with, whatever packages bring. */
export function unitsOnRelease({ releases }: MigrationApp, units: readonly ChangedUnit[], side: NodeSide): readonly PlanAction[] {
  return units.map(({ unit }) => eventually(RELEASE_SECONDS, unitRunsRelease({ unit, release: releases[side] })));
}
