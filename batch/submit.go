package batch

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"example.org/espalier/inference/cluster"
	"example.org/espalier/inference/plan"
	"example.org/espalier/plotting"
)

type submitCommand struct {
	Plan       string        `arg:"" help:"The folder of a plan, on a disk that all nodes share."`
	Slurm      bool          `required:"" help:"Submit to Slurm."`
	Partition  string        `placeholder:"NAME" help:"Partition of the cluster."`
	Account    string        `placeholder:"NAME" help:"Account to charge."`
	QOS        string        `name:"qos" placeholder:"NAME" help:"Quality of service."`
	Time       time.Duration `placeholder:"TIME" help:"Time limit of each task, such as 2h; by default from the model's estimate. A task that reaches it saves its state and is queued again."`
	Mem        string        `placeholder:"SIZE" help:"Memory of each task, such as 4G; by default from the model's estimate. none makes no request, for clusters that do not manage memory."`
	Threads    int           `default:"1" placeholder:"T" help:"Threads, and processors, of each task."`
	ArrayLimit int           `placeholder:"N" help:"Largest number of tasks to run at the same time."`
	ArraySize  int           `default:"1000" placeholder:"N" help:"Largest array that the cluster accepts (its MaxArraySize less one)."`
	Modules    []string      `placeholder:"NAME" help:"Modules to load on the node."`
	Option     []string      `sep:"none" placeholder:"OPTION" help:"Another option of sbatch, such as --option=--constraint=avx2; may be repeated."`
	Program    string        `placeholder:"PATH" help:"Path of this program on the nodes, if it differs from here."`
	Checkpoint time.Duration `default:"60s" placeholder:"TIME" help:"Save the state of each task at least this often."`
	Command    string        `default:"sbatch" placeholder:"COMMAND" help:"Command that submits a script; use 'ssh login sbatch' if the queue is on another machine, which must see the folder under the same name."`
	Queue      string        `default:"squeue" placeholder:"COMMAND" help:"Command that lists the queue."`
	Cancel     string        `default:"scancel" placeholder:"COMMAND" help:"Command that cancels jobs."`
	Stop       bool          `help:"Cancel the submitted tasks instead of submitting. Tasks at work save their state."`
	DryRun     bool          `help:"Write the scripts and submit nothing."`
	Quiet      bool          `short:"q" help:"Print only errors."`
}

// Help implements kong.HelpProvider.
func (*submitCommand) Help() string {
	return "Submits the tasks that are neither done nor queued, as job arrays of tasks that need about the same " +
		"memory and time. Before its time limit, a task saves its state and is queued again; a task that was killed " +
		"with its node continues from its last state.\n\n" +
		example(
			"espalier submit plan --slurm --partition main --array-limit 50",
			"espalier submit plan --slurm --time 4h --mem 4G", "espalier submit plan --slurm --stop")
}

// Run submits a plan.
func (c *submitCommand) Run(s *console) error {
	s.quiet = c.Quiet
	if c.ArraySize < 1 || c.Threads < 1 || c.ArrayLimit < 0 || c.Checkpoint <= 0 || c.Time < 0 {
		return usage("--array-size, --threads and --array-limit need numbers of 1 or more, --checkpoint and --time " +
			"need times above 0")
	}
	p, err := plan.Open(c.Plan)
	if err != nil {
		return err
	}
	if c.Plan, err = filepath.Abs(c.Plan); err != nil {
		return err
	}
	commands := cluster.Commands{Submit: c.Command, Queue: c.Queue, Cancel: c.Cancel}
	queued, told := cluster.QueueOf(s.ctx, c.Plan, c.Queue)
	if c.Stop {
		if told != nil {
			return told
		}
		return stopJobs(s, commands, queued.Jobs)
	}
	if told != nil {
		s.note(told.Error())
	}
	request := cluster.Request{Partition: c.Partition, Account: c.Account, QOS: c.QOS, Time: c.Time, Mem: c.Mem,
		Threads: c.Threads, ArrayLimit: c.ArrayLimit, ArraySize: c.ArraySize, Modules: c.Modules, Options: c.Option,
		Program: c.Program, Checkpoint: c.Checkpoint}
	arrays, err := request.Arrays(p, queued)
	if err != nil {
		return err
	}
	if len(arrays) == 0 {
		s.say("nothing to submit: every task is done, running or queued")
		return nil
	}
	for _, a := range arrays {
		path, err := request.Write(c.Plan, a)
		switch {
		case err != nil:
			return err
		case c.DryRun:
			s.say("%s for %s", path, plotting.Plural(len(a.Tasks), "task"))
			continue
		}
		id, err := commands.SubmitArray(s.ctx, c.Plan, path, a)
		if err != nil {
			return err
		}
		s.say("job %s: %s, %s each%s", id, plotting.Plural(len(a.Tasks), "task"), a.Mem, limitInWords(a.Minutes))
	}
	return nil
}

func limitInWords(minutes int) string {
	if minutes == 0 {
		return ""
	}
	return ", " + plotting.FormatDuration(time.Duration(minutes)*time.Minute) + " at most"
}

// stopJobs cancels the jobs in the queue.
func stopJobs(s *console, c cluster.Commands, jobs []string) error {
	if len(jobs) == 0 {
		s.say("no task of the plan is in the queue")
		return nil
	}
	unsaved, err := c.Stop(s.ctx, jobs)
	if unsaved != nil {
		s.note(fmt.Sprintf("running tasks could not be told to save their state: %v", unsaved))
	}
	if err != nil {
		return err
	}
	s.say("cancelled: %s", strings.Join(jobs, ", "))
	return nil
}
