// Package batch is the front end without a window: the commands of the command line. It drives the same models through
// the same engine and draws with the same code as the window.
package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"example.org/espalier/batch/arguments"
	"example.org/espalier/batch/manual"
	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/read"
	_ "example.org/espalier/inference/read/columnar" // opens Parquet files
	_ "example.org/espalier/inference/read/workbook" // opens workbooks
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/safe"
	"example.org/espalier/plotting/write"
	"example.org/espalier/sampledata"
	"example.org/espalier/sampledata/simulated"
)

// Exit statuses of [Main].
const (
	statusDone        = 0
	statusError       = 1
	statusUsage       = 2
	statusInterrupted = 3 // a fit was told to end before its goal, and its result was kept
)

// commands is the grammar of the command line.
type commands struct {
	Fit        fitCommand        `cmd:"" help:"Fit a model to a table."`
	Resume     resumeCommand     `cmd:"" help:"Continue a fit from a study or a folder, bit for bit."`
	Show       showCommand       `cmd:"" help:"List the contents of a study."`
	Figures    figuresCommand    `cmd:"" help:"List or draw the figures of a result."`
	Score      scoreCommand      `cmd:"" help:"Score a given tree under a model."`
	Compare    compareCommand    `cmd:"" help:"Compare two trees."`
	Scores     scoresCommand     `cmd:"" help:"Compare the held-out fit of models."`
	Board      boardCommand      `cmd:"" help:"Compare results of each table: held-out fit, draws, agreement with labels."`
	Partitions partitionsCommand `cmd:"" help:"Compare the groups of two results, or of a result and an annotation."`
	Enrich     enrichCommand     `cmd:"" help:"Test what a result found for over-representation of gene sets."`
	Look       lookCommand       `cmd:"" help:"Say what a table holds, what is missing, and what is left of it."`
	Convert    convertCommand    `cmd:"" help:"Write a table, or the table of a result in the order of its tree, for other programs."`
	Report     reportCommand     `cmd:"" help:"Write a page about results: figures, comparison, methods, and how to repeat them."`
	Sample     sampleCommand     `cmd:"" help:"Draw data, and the truth behind them, from a model's prior."`
	Models     modelsCommand     `cmd:"" help:"List the models and their parameters."`
	Teach      teachCommand      `cmd:"" help:"Play a teaching stage, in the window or as pictures."`
	Plan       planCommand       `cmd:"" help:"Write many fits as tasks into a folder, for this machine or a cluster."`
	Run        runCommand        `cmd:"" help:"Do the tasks of a plan here."`
	Submit     submitCommand     `cmd:"" help:"Submit the tasks of a plan to a cluster."`
	Status     statusCommand     `cmd:"" help:"Show the progress of the tasks of a plan."`
	Collect    collectCommand    `cmd:"" help:"Put the results of a plan into a study."`
	Work       workCommand       `cmd:"" help:"Do one fit for another program, over standard input and output."`
	Version    versionCommand    `cmd:"" help:"Print the version."`

	Completion manual.CompletionCommand `cmd:"" hidden:"" help:"Print the completions of a shell."`
	Man        manual.ManCommand        `cmd:"" hidden:"" help:"Print the manual page."`

	VersionFlag bool `name:"version" help:"Print the version."`
}

var commandNames = []string{"fit", "resume", "show", "figures", "score", "compare", "scores", "board", "partitions", "enrich", "look", "convert", "report", "sample", "models", "teach", "plan", "run", "submit", "status", "collect", "work", "version", "completion", "man"}

// IsCommand reports whether the arguments are for [Main], not for the window: they
// begin with a command or a flag.
func IsCommand(args []string) bool {
	return len(args) > 0 && (slices.Contains(commandNames, args[0]) || strings.HasPrefix(args[0], "-"))
}

// parser returns a parser of arguments by a grammar.
func (s *console) parser(grammar any) *kong.Kong {
	parser, err := kong.New(grammar,
		kong.Name("espalier"),
		kong.Description("Espalier finds trees and other hidden structure in a table.\n\n  espalier          opens "+
			"the window with the last study\n  espalier DATA     opens the window with DATA\n  espalier STUDY    "+
			"opens the window with STUDY\n\nDATA is a file ("+read.Titles()+", also gzipped or in a ZIP archive) "+
			"or sample:NAME. STUDY is NAME.espalier. "+exitStatuses()),
		kong.Writers(s.stdout, s.stderr),
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}),
		variables(),
	)
	if err != nil {
		panic(err) // a mistake in the grammar
	}
	return parser
}

// grammarOf returns the commands with the flags of the one that is called, or of all where that is not clear or they
// are to be described: most of the time to start is that for the words on each flag.
func grammarOf(args []string) any {
	if len(args) == 0 || !slices.Contains(commandNames, args[0]) || args[0] == "completion" || args[0] == "man" {
		return &commands{}
	}
	fields := reflect.VisibleFields(reflect.TypeFor[commands]())
	for i, f := range fields {
		if _, command := f.Tag.Lookup("cmd"); command && !strings.EqualFold(f.Name, args[0]) {
			fields[i].Type = reflect.TypeFor[struct{}]()
		}
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// console holds a command's streams and settings from its caller.
type console struct {
	ctx            context.Context // done: stop and keep the result
	stdin          io.Reader
	stdout, stderr io.Writer
	quiet          bool
	started        func(h job.Handle) // called when a fit has started; may be nil
	// clock sends after a time, for checkpoints; nil means the machine's clock.
	clock func(time.Duration) <-chan time.Time
	kept  func() // called after each checkpoint; may be nil
}

// Main runs one command and returns the exit status: 0, 1 after an error, 2 for wrong usage, 3 for
// an interrupted fit. args are without the program's name. When ctx is done a fit stops, and its
// result is kept and written.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) (status int) {
	return (&console{ctx: ctx, stdin: os.Stdin, stdout: stdout, stderr: stderr}).do(args)
}

// do runs one command and returns the exit status.
func (s *console) do(args []string) (status int) {
	out := &printed{to: s.stdout}
	s.stdout = out
	s.ctx = read.WithProgress(s.ctx, s.reading(time.Now))
	defer func() {
		if v := recover(); v != nil {
			code, ours := v.(exit)
			if status = int(code); !ours {
				status = fail(s.stderr, run.Panicked(v), "")
			}
		}
		if status == statusDone && out.failure != nil {
			status = fail(s.stderr, fmt.Errorf("standard output cannot be written: %w", out.failure), "")
		}
	}()
	grammar := grammarOf(args)
	parser := s.parser(grammar)
	command, err := arguments.Parse(parser, asText(args), variables()["version"])
	if out.failure != nil {
		return statusDone // not reached
	}
	if err != nil {
		return fail(s.stderr, usageError{safe.Path(err.Error())}, helpCommand(args))
	}
	asBytes(reflect.ValueOf(grammar))
	switch c := command.Target.Addr().Interface().(type) {
	case interface{ Run(*console) error }:
		err = c.Run(s)
	case *manual.CompletionCommand:
		err = c.Run(parser, variables())
	case *manual.ManCommand:
		err = c.Run(parser, manualPage())
	default:
		panic("a command without a Run")
	}
	if err != nil {
		return fail(s.stderr, err, helpCommand(args))
	}
	return statusDone
}

// variables are the names used in the texts of the grammar.
func variables() kong.Vars {
	return kong.Vars{"models": modelNames(nil), "baselines": strings.Join(usualBaselines(), ", "), "samplers": modelNames(isSampler), "simulated": strings.Join(simulated.Names(), ", "), "scorers": modelNames(isScorer), "stages": strings.Join(stageNames(), ", "),
		"sections": sectionNames(),
		"presets":  presetNames(), "controls": "Settings that a figure does not have are ignored. The settings: " +
			controlNames() + ".", "figures": write.Names(write.Formats()), "films": write.Names(write.Films()),
		"version": versionText()}
}

// printed is standard output. It remembers the first failure, which fails the command even if the
// command does not check.
type printed struct {
	to      io.Writer
	failure error
}

// Write implements io.Writer.
func (p *printed) Write(b []byte) (int, error) {
	if p.failure != nil {
		return 0, p.failure
	}
	var n int
	disk.Waiting(func() { n, p.failure = p.to.Write(b) }) // the reader may have stopped
	err := p.failure
	return n, err
}

// exit is the panic with which the parser ends the program after --help.
type exit int

// usageError is an error of the command line itself.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

func usage(format string, a ...any) error { return usageError{fmt.Sprintf(format, a...)} }

// fail prints an error and returns its exit status.
func fail(stderr io.Writer, err error, help string) int {
	fmt.Fprintf(stderr, "espalier: %s\n", safe.Text(err.Error()))
	if i := (interrupted{}); errors.As(err, &i) {
		return statusInterrupted
	}
	if errors.Is(err, context.Canceled) {
		return statusInterrupted
	}
	if u := (usageError{}); errors.As(err, &u) {
		fmt.Fprintf(stderr, "See %s.\n", help)
		return statusUsage
	}
	if p := (*run.Panic)(nil); errors.As(err, &p) {
		fmt.Fprintf(stderr, "Please report this error, with the following lines:\n%s\n", p.Stack)
	}
	return statusError
}

func helpCommand(args []string) string {
	if len(args) > 0 && slices.Contains(commandNames, args[0]) {
		return "espalier " + args[0] + " --help"
	}
	return "espalier --help"
}

// example returns the examples at the end of a command's help.
func example(lines ...string) string { return "Example:\n\n  " + strings.Join(lines, "\n\n  ") }

// note tells the user something on standard error.
func (s *console) note(text string) {
	if !s.quiet {
		disk.Waiting(func() { fmt.Fprintf(s.stderr, "note: %s\n", safe.Text(text)) })
	}
}

// say prints a line of the summary.
func (s *console) say(format string, a ...any) {
	if !s.quiet {
		printf(s.stdout, format+"\n", a...)
	}
}

// printf writes words for people. Text from outside is an argument, made safe to print; see [safe.Words].
func printf(w io.Writer, format string, a ...any) (int, error) {
	return fmt.Fprintf(w, format, safe.Words(a)...)
}

// printCells writes a line of a table.
func printCells(w io.Writer, cells []string) {
	lines := make([]string, len(cells))
	for i, c := range cells {
		lines[i] = safe.Line(c)
	}
	_, _ = io.WriteString(w, strings.Join(lines, "\t")+"\n") // standard output remembers a failure
}

// find returns a model by name; an unknown name is wrong usage.
func find(name string) (inference.Model, error) {
	m, err := catalog.Find(name)
	if err != nil {
		return nil, usageError{err.Error()}
	}
	return m, nil
}

func isSampler(m inference.Model) bool { _, ok := m.(inference.PriorSampler); return ok }

func isScorer(m inference.Model) bool { _, ok := m.(inference.TreeScorer); return ok }

// modelNames lists the names of the models that pass a filter, for help and errors.
func modelNames(filter func(inference.Model) bool) string {
	var names []string
	for _, m := range catalog.Models() {
		if filter == nil || filter(m) {
			names = append(names, m.Info().Name)
		}
	}
	return strings.Join(names, ", ")
}

type workCommand struct{}

// Help implements kong.HelpProvider.
func (workCommand) Help() string {
	return "For other programs. Reads the description of a fit, then commands and questions, as messages on standard " +
		"input. Writes progress, snapshots, answers and the result as messages on standard output. Ends when " +
		"standard input ends.\n\n" + example("espalier work")
}

// Run does one fit for the program that started it.
func (workCommand) Run(s *console) error {
	signal.Ignore(os.Interrupt) // meant for the program that started this one, which decides
	return job.Worker{Version: Version, Open: openSource}.Serve(s.ctx, s.stdin, s.stdout)
}

// openSource opens a table that a Spec names.
func openSource(s job.Source, o read.Options) (*inference.Table, error) {
	return sampledata.OpenSource(context.Background(), s.Source, o)
}
