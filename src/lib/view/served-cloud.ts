import { nameOf, textOf } from './ask';
import { ComponentView, Doubt } from './model';
import { defaultCloud } from '../facts/default-cloud';
import { CCM, KCM } from '../kubernetes/component';

/** Whether a component is given no cloud, and it is not known which one its image then serves. */
export function isCloudOfImage({ component, flags, image, awsRelease }: ComponentView): boolean {
  return component === CCM && !flags.some(({ name }) => name === 'cloud-provider') && defaultCloud(image, awsRelease) === undefined;
}

/** What is not known of such a component: programs of some clouds set its name themselves, and all others end without it. */
export function cloudOfImageDoubt(view: ComponentView): Pick<Doubt, 'place' | 'what' | 'fix'> {
  const { place, image } = view;
  const what = `${nameOf(view)} has no --cloud-provider, and it is not known which cloud ${image?.repository ?? 'its program'}`
    + `${image?.tag === undefined ? '' : `:${image.tag}`} serves without, or whether it starts`;
  return { place, what, fix: 'Pass --cloud-provider with the name of its cloud.' };
}

/** What that cloud is called: the same for the same image. */
export function cloudOfImage({ image }: ComponentView): string {
  return `that-of-${image === undefined ? 'an-unknown-image' : image.repository.replace(/^.*\//, '')}`;
}

/** Values of `--cloud-provider` that managers of the input are started with, or may be. */
export function cloudsIn(views: readonly ComponentView[]): readonly string[] {
  const given = views.flatMap(view => view.component === KCM ? textOf(view, 'cloud-provider')
    : view.component !== CCM ? []
      : isCloudOfImage(view) ? cloudOfImage(view) : textOf(view, 'cloud-provider', defaultCloud(view.image, view.awsRelease)));
  return [...new Set(given)].filter(cloud => cloud !== '' && cloud !== 'external').sort();
}
