package batch

import (
	"context"
	"os"
	"os/signal"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/read"
	"example.org/espalier/sampledata"
)

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
