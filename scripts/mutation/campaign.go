package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"
)

// A campaign tries the mutants of a sample, several at once.
type campaign struct {
	runner      runner
	count, jobs int
	until       time.Time // when no other mutant is begun; zero means no limit
	excuses     map[string]string
	record      *record
	again       bool
}

// run tries mutants until count of them were built and returns their outcomes in the order of the sample, which
// does not depend on the number of jobs.
func (c *campaign) run(sample []mutant) ([]outcome, error) {
	type finished struct {
		at int
		outcome
		err error
	}
	// Some more than are asked for: the compiler will refuse a few.
	ahead := sample[:min(len(sample), c.count+c.count/8)]
	c.runner.gather(slices.DeleteFunc(slices.Clone(ahead), c.known))
	defer c.runner.release()
	outcomes := make([]outcome, len(sample))
	back := make(chan finished)
	var failed error
	built, under, next := 0, 0, 0
	for {
		for failed == nil && under < max(1, c.jobs) && built+under < c.count && next < len(sample) &&
			(c.until.IsZero() || time.Now().Before(c.until)) {
			under++
			go func(i int) {
				o, err := c.try(sample[i])
				back <- finished{i, o, err}
			}(next)
			next++
		}
		if under == 0 {
			break
		}
		f := <-back
		under--
		if f.err != nil {
			failed = f.err
			continue
		}
		outcomes[f.at] = f.outcome
		if f.verdict != unbuildable {
			built++
			fmt.Printf("%3d %-9s %s  [%s]\n", built, f.verdict, f.mutant, f.by)
		}
	}
	var done []outcome
	for _, o := range outcomes[:next] {
		if o.verdict == "" || o.verdict == unbuildable {
			continue
		}
		if o.verdict == survived {
			o.excuse = c.excuses[o.key()]
		}
		done = append(done, o)
	}
	return done, failed
}

// try takes the outcome of a mutant from the record or tries it.
func (c *campaign) try(m mutant) (outcome, error) {
	if c.known(m) {
		v, _ := c.record.find(m)
		return outcome{mutant: m, verdict: v, by: "record"}, nil
	}
	o, err := c.runner.try(m)
	if err != nil {
		return o, err
	}
	return o, c.record.add(o)
}

// known reports whether the record has the outcome of a mutant and that is not to be tried again.
func (c *campaign) known(m mutant) bool {
	v, ok := c.record.find(m)
	return ok && !(c.again && v == survived && c.excuses[m.key()] == "")
}

// A record is a file of outcomes, one JSON object a line; of two for one mutant the later counts. A nil record
// holds nothing. It lets a long run be broken off.
type record struct {
	mu    sync.Mutex
	file  *os.File
	known map[string]verdict
}

type entry struct {
	Operator, Key string
	Verdict       verdict
	By            string
}

func openRecord(name string) (*record, error) {
	r := &record{known: map[string]verdict{}}
	old, err := os.Open(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err == nil {
		defer old.Close()
		lines := bufio.NewScanner(old)
		lines.Buffer(nil, 1<<20)
		for n := 1; lines.Scan(); n++ {
			var e entry
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, n, err)
			}
			r.known[e.Operator+e.Key] = e.Verdict
		}
		if err := lines.Err(); err != nil {
			return nil, err
		}
	}
	r.file, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	return r, err
}

func (r *record) find(m mutant) (verdict, bool) {
	if r == nil {
		return "", false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	v, ok := r.known[m.operator+m.key()]
	return v, ok
}

func (r *record) add(o outcome) error {
	if r == nil {
		return nil
	}
	line, err := json.Marshal(entry{o.operator, o.key(), o.verdict, o.by})
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err = r.file.Write(append(line, '\n'))
	return err
}
