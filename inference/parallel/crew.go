package parallel

import (
	"sync"
	"sync/atomic"
)

// A Crew shares pieces of work that follow each other so closely, each some ten microseconds, that waking a goroutine
// for them would take as long. Its goroutines watch for more work for a moment before they sleep.
type Crew struct {
	threads int
	job     atomic.Pointer[job]
	asleep  atomic.Int32 // goroutines that sleep, the caller's too
	mutex   sync.Mutex
	wake    *sync.Cond
}

// A job is the pieces of one call of Do.
type job struct {
	n          int64
	f          func(i int)
	next, done atomic.Int64
	caught     atomic.Pointer[any]
}

// over is the job that ends a crew.
var over = &job{}

// watches is how often a goroutine looks for news before it sleeps, some 20 µs.
const watches = 20_000

// With calls f with a crew of at most threads goroutines, of which one is the caller's. The crew ends with f.
func With(threads int, f func(c *Crew)) {
	c := &Crew{threads: threads}
	c.wake = sync.NewCond(&c.mutex)
	for t := 1; t < threads; t++ {
		go c.work()
	}
	defer c.give(over)
	f(c)
}

// Do is [Do] on the goroutines of the crew. One goroutine alone may call it.
func (c *Crew) Do(n int, f func(i int)) {
	if c.threads < 2 || n < 2 {
		Do(n, 1, f)
		return
	}
	j := &job{n: int64(n), f: f}
	c.give(j)
	c.help(j)
	c.await(func() bool { return j.done.Load() == j.n })
	if caught := j.caught.Load(); caught != nil {
		panic(*caught)
	}
}

// give hands out a job.
func (c *Crew) give(j *job) {
	c.job.Store(j)
	c.call()
}

// call wakes those that sleep.
func (c *Crew) call() {
	if c.asleep.Load() > 0 {
		c.mutex.Lock()
		c.wake.Broadcast()
		c.mutex.Unlock()
	}
}

// await returns once news are there: it watches for them, then sleeps.
func (c *Crew) await(news func() bool) {
	for range watches {
		if news() {
			return
		}
	}
	c.mutex.Lock()
	c.asleep.Add(1) // whoever brings news after this sees a sleeper
	for !news() {
		c.wake.Wait()
	}
	c.asleep.Add(-1)
	c.mutex.Unlock()
}

// work helps with one job after the other.
func (c *Crew) work() {
	var last *job
	for {
		c.await(func() bool { return c.job.Load() != last })
		if last = c.job.Load(); last == over {
			return
		}
		c.help(last)
	}
}

// help does pieces of a job until none is left. One that comes late finds none.
func (c *Crew) help(j *job) {
	for i := j.next.Add(1) - 1; i < j.n; i = j.next.Add(1) - 1 {
		j.do(int(i))
		if j.done.Add(1) == j.n {
			c.call()
		}
	}
}

// do does one piece, and keeps its panic for the caller of Do.
func (j *job) do(i int) {
	defer func() {
		if r := recover(); r != nil {
			j.caught.CompareAndSwap(nil, &r)
		}
	}()
	j.f(i)
}
