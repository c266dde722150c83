// Command command-line shows command lines to a component's own command, and
// says what becomes of each: where it ends, or which locks and controllers it
// would ask for. Nothing is started. With --flags it lists the component's
// flags and their types.
//
// Which component it is decides the build tag: kcm (with aliases from 1.28 on:
// kcm_aliases, and component globals from 1.37 on) or ccm.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	componentbase "k8s.io/component-base/config"
	cmconfig "k8s.io/controller-manager/config"
)

// component is a command, and the options that take the same flags once more.
type component struct {
	command *cobra.Command
	// The options read a command line that the command has taken, and say what they make of it.
	understand func(args []string) (*cmconfig.GenericControllerManagerConfiguration, error)
	// Names that --controllers can switch.
	controllers []string
	enabled     func(name string, list []string) bool
	run         func(*cobra.Command) error
}

type lock struct {
	Elect     bool   `json:"elect"`
	Kind      string `json:"kind"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	// Milliseconds.
	LeaseDuration float64 `json:"leaseDuration"`
	RenewDeadline float64 `json:"renewDeadline"`
	RetryPeriod   float64 `json:"retryPeriod"`
}

type outcome struct {
	// Where it ends: flags, help, arguments, version, options, election; or it goes on: starts.
	Fate  string `json:"fate"`
	Error string `json:"error,omitempty"`
	// What the flag set understood of the flags that were given.
	Values      map[string]string `json:"values,omitempty"`
	Lock        *lock             `json:"lock,omitempty"`
	LeaderName  string            `json:"leaderName,omitempty"`
	Controllers map[string]bool   `json:"controllers,omitempty"`
}

type flagFact struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	NoOptDefVal string `json:"noOptDefVal,omitempty"`
	Shorthand   string `json:"shorthand,omitempty"`
	Default     string `json:"default"`
}

type report struct {
	Module  string `json:"module"`
	Version string `json:"version"`
	// The whole of the flag set, with --flags.
	Flags       []flagFact `json:"flags,omitempty"`
	Controllers []string   `json:"controllers,omitempty"`
	Outcomes    []outcome  `json:"outcomes"`
}

func main() {
	listFlags := flag.Bool("flags", false, "list the flags as well")
	flag.Parse()
	var lines [][]string
	if err := json.NewDecoder(os.Stdin).Decode(&lines); err != nil {
		panic(err)
	}
	out := report{Module: module, Version: moduleVersion(), Outcomes: []outcome{}}
	stdout := os.Stdout
	os.Stdout, _ = os.Open(os.DevNull) // of --help
	if *listFlags {
		out.Flags, out.Controllers = describe()
	}
	for _, args := range lines {
		out.Outcomes = append(out.Outcomes, judge(args))
	}
	if err := json.NewEncoder(stdout).Encode(out); err != nil {
		panic(err)
	}
}

func describe() ([]flagFact, []string) {
	reset()
	c := newComponent()
	facts := []flagFact{}
	_ = execute(c, []string{}, func(cmd *cobra.Command, _ []string) error {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			facts = append(facts, flagFact{f.Name, f.Value.Type(), f.NoOptDefVal, f.Shorthand, f.DefValue})
		})
		return nil
	})
	return facts, c.controllers
}

func execute(c component, args []string, run func(*cobra.Command, []string) error) error {
	c.command.RunE = run
	c.command.SetArgs(args)
	c.command.SetOut(io.Discard)
	c.command.SetErr(io.Discard)
	return c.run(c.command)
}

func judge(args []string) (o outcome) {
	reset()
	c := newComponent()
	o.Fate = "flags"
	_ = c.command.Flags().Lookup("version").Value.Set("false") // a variable of its package, which keeps what a line before has said
	checkArgs := c.command.Args
	c.command.Args = func(cmd *cobra.Command, args []string) error {
		o.Fate = "arguments"
		return checkArgs(cmd, args)
	}
	c.command.SetHelpFunc(func(*cobra.Command, []string) { o.Fate = "help" })
	before := c.command.PersistentPreRunE
	c.command.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		o.Fate = "options"
		if before == nil {
			return nil
		}
		return before(cmd, args)
	}
	err := execute(c, args, func(cmd *cobra.Command, _ []string) error {
		o.Values = map[string]string{}
		cmd.Flags().Visit(func(f *pflag.Flag) { o.Values[f.Name] = f.Value.String() })
		if version := cmd.Flags().Lookup("version"); version != nil && asksForVersion(version.Value.String()) {
			o.Fate = "version"
			return nil
		}
		return o.options(c, args)
	})
	if err != nil {
		o.Error = err.Error()
	}
	return o
}

func asksForVersion(value string) bool {
	return value == "true" || value == "raw"
}

func (o *outcome) options(c component, args []string) error {
	o.Fate = "options"
	config, err := c.understand(args)
	if err != nil {
		return err
	}
	o.Fate = "election"
	election := config.LeaderElection
	o.Lock = &lock{
		Elect: election.LeaderElect, Kind: election.ResourceLock, Namespace: election.ResourceNamespace, Name: election.ResourceName,
		LeaseDuration: milliseconds(election.LeaseDuration), RenewDeadline: milliseconds(election.RenewDeadline), RetryPeriod: milliseconds(election.RetryPeriod),
	}
	if election.LeaderElect {
		if err := elector(election); err != nil {
			return err
		}
	}
	o.Fate = "starts"
	o.LeaderName = config.LeaderMigration.LeaderName
	o.Controllers = map[string]bool{}
	for _, name := range c.controllers {
		o.Controllers[name] = c.enabled(name, config.Controllers)
	}
	return nil
}

// elector is what the component makes before its first bid: a lock of that kind, and an elector with those durations.
func elector(config componentbase.LeaderElectionConfiguration) error {
	rl, err := resourcelock.New(config.ResourceLock, config.ResourceNamespace, config.ResourceName, nil, nil, resourcelock.ResourceLockConfig{Identity: "conformance"})
	if err != nil {
		return err
	}
	_, err = leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: rl, LeaseDuration: config.LeaseDuration.Duration, RenewDeadline: config.RenewDeadline.Duration, RetryPeriod: config.RetryPeriod.Duration,
		Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: func(context.Context) {}, OnStoppedLeading: func() {}},
	})
	return err
}

func milliseconds(d metav1.Duration) float64 {
	return float64(d.Duration) / float64(time.Millisecond)
}

// moduleVersion is what the linker took, not what somebody meant to require.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == module {
				return dep.Version
			}
		}
	}
	return fmt.Sprintf("no %s", module)
}
