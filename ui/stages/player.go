package stages

import (
	"context"
	"errors"
	"sync"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/views/panics"
)

// A moment is one state of a course in the window. Its figure is immutable.
type moment struct {
	request  teach.Request
	figure   plotting.Figure
	counters []teach.Counter
	summary  string
	metadata plotting.Metadata
	points   []teach.Point // that can be moved; nil for none
	at, of   int
	playing  bool
	err      error // the course could not be made, or a step failed
	gliding  bool  // a picture on the way to the moment; everything else is that of the moment
}

// A player plays a course on a goroutine of its own and passes moments to the window. A new request
// replaces the previous one, so nothing queues up. A request for another course cancels the step
// under way.
type player struct {
	post     func(func())
	show     func(moment)
	software string
	wake     chan struct{} // holds one

	mu      sync.Mutex
	asked   teach.Request
	data    *inference.Dataset
	serial  int // counts courses requested
	target  int
	playing bool
	speed   float64 // times the pace of the stage
	glides  bool
	closed  bool
	cancel  context.CancelFunc // of the course under way

	// Of the goroutine alone:
	told bool // the window was told that the course plays
	late bool // the machine cannot keep up, so pictures do not glide
}

// newPlayer starts a player; show is called through post.
func newPlayer(post func(func()), software string, show func(moment)) *player {
	p := &player{post: post, show: show, software: software, wake: make(chan struct{}, 1), speed: 1, glides: true}
	go p.loop()
	return p
}

// change changes the request and wakes the goroutine.
func (p *player) change(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// Open asks for a course and plays it to the step of the request.
func (p *player) Open(r teach.Request, data *inference.Dataset, play bool) {
	p.change(func() {
		p.asked, p.data, p.target, p.playing = r, data, r.Step, play
		p.serial++
		if p.cancel != nil {
			p.cancel()
		}
	})
}

// To asks for a step and pauses.
func (p *player) To(step int) { p.change(func() { p.target, p.playing = max(step, 0), false }) }

// By moves by a number of steps and pauses.
func (p *player) By(steps int) {
	p.change(func() { p.target, p.playing = max(p.target+steps, 0), false })
}

// Play plays or pauses. At the end of the course it plays from the beginning.
func (p *player) Play(on, again bool) {
	p.change(func() {
		p.playing = on
		if on && again {
			p.target = 0
		}
	})
}

// Wish returns the requested step and whether the course plays.
func (p *player) Wish() (step int, playing bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.target, p.playing
}

// SetSpeed sets how many times the pace of the stage is played.
func (p *player) SetSpeed(times float64) { p.change(func() { p.speed = times }) }

// SetGlides says whether pictures glide from step to step.
func (p *player) SetGlides(on bool) { p.change(func() { p.glides = on }) }

// Close ends the goroutine; it does not wait.
func (p *player) Close() {
	p.change(func() {
		p.closed = true
		if p.cancel != nil {
			p.cancel()
		}
	})
}

// wish is the request at a moment.
type wish struct {
	request teach.Request
	data    *inference.Dataset
	serial  int
	target  int
	playing bool
	speed   float64
	glides  bool
	closed  bool
}

// wish returns the present request. Afterwards only a later request wakes the goroutine.
func (p *player) wish() wish {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.wake:
	default:
	}
	return wish{p.asked, p.data, p.serial, p.target, p.playing, p.speed, p.glides, p.closed}
}

// Times of a player.
const (
	glideTime = 240 * time.Millisecond
	// after a control changed the picture of the same step, so that the change can be seen
	reorderTime = 750 * time.Millisecond
	glideFrame  = 30 * time.Millisecond
	seekPicture = 80 * time.Millisecond // how often pictures are shown on the way to a step
	fastest     = 25 * time.Millisecond // between pictures while playing: faster ones skip steps
)

func (p *player) loop() {
	var c *teach.Course
	ctx := context.Background()
	var last plotting.Figure
	lastAt, anew := -1, false // the step of the last picture; whether the course has been opened since
	serial := 0
	due, shown := time.Now(), time.Now()
	for {
		w := p.wish()
		if w.closed {
			return
		}
		if w.serial != serial {
			serial = w.serial
			ctx = p.begin()
			var err error
			c, err = panics.Call(func() (*teach.Course, error) { return w.request.Open(w.data) })
			if err != nil {
				c = nil
				p.tell(moment{request: w.request, err: err})
				continue
			}
			due, anew = time.Now(), true
			if w.target == 0 {
				last = p.publish(c, last, w, true, anew && lastAt == 0)
				lastAt, anew = 0, false
			}
			continue
		}
		if c == nil {
			<-p.wake
			continue
		}
		target := min(w.target, c.Steps())
		p.limit(w, target)
		if c.At() != target {
			step := target
			if c.At() < target {
				step = c.At() + 1
			}
			_, err := panics.Call(func() (struct{}, error) { return struct{}{}, c.To(ctx, step) })
			switch {
			case errors.Is(err, context.Canceled):
				continue
			case err != nil:
				p.stop(c.At())
				p.tell(moment{request: c.Request(), figure: last, at: c.At(), of: c.Steps(), err: err})
				continue
			}
			if c.At() == target || time.Since(shown) > seekPicture {
				last = p.publish(c, last, w, c.At() == target, anew && lastAt == c.At())
				if c.At() == target {
					lastAt, anew = c.At(), false
				}
				shown = time.Now()
			}
			continue
		}
		if w.playing && c.Done() {
			p.stop(c.At())
			continue
		}
		if w.playing != p.told {
			p.tell(p.moment(c, last, w))
		}
		if !w.playing {
			<-p.wake
			due = time.Now()
			continue
		}
		pause := time.Duration(float64(time.Second) / (c.Stage.StepsPerSecond() * w.speed))
		steps := 1
		if pause < fastest {
			steps = int(fastest/pause) + 1
			pause *= time.Duration(steps)
		}
		due = due.Add(pause)
		if p.late = time.Since(due) > pause/2; time.Since(due) > 0 {
			due = time.Now()
		}
		if p.sleep(time.Until(due)) {
			p.mu.Lock()
			if p.playing && p.serial == serial {
				p.target = min(c.At()+steps, c.Steps())
			}
			p.mu.Unlock()
		}
	}
}

// limit takes a step past the end of the course back to the end, so that the step before it is one step away.
func (p *player) limit(w wish, last int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.serial == w.serial && p.target == w.target {
		p.target = last
	}
}

// begin makes the context of a new course.
func (p *player) begin() context.Context {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cancel != nil {
		p.cancel()
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	return ctx
}

// stop pauses at a step.
func (p *player) stop(at int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.playing, p.target = false, at
}

// sleep waits and reports whether there was no request meanwhile.
func (p *player) sleep(d time.Duration) bool {
	t := time.NewTimer(max(d, 0))
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-p.wake:
		return false
	}
}

func (p *player) tell(m moment) {
	p.told = m.playing
	p.post(func() { p.show(m) })
}

func (p *player) moment(c *teach.Course, f plotting.Figure, w wish) moment {
	return moment{request: c.Request(), figure: f, counters: c.Counters(), summary: c.Summary(),
		metadata: c.Metadata(p.software), points: c.Points(), at: c.At(), of: c.Steps(), playing: w.playing && !c.Done()}
}

// publish shows the present picture, after those on the way to it, and returns it. reordered means
// that only a control has changed since the last picture.
func (p *player) publish(c *teach.Course, last plotting.Figure, w wish, arrived, reordered bool) plotting.Figure {
	now := c.Figure()
	m := p.moment(c, now, w)
	room := glideTime
	if reordered {
		room = reorderTime
	}
	if w.playing {
		room = min(room, time.Duration(0.7*float64(time.Second)/(c.Stage.StepsPerSecond()*w.speed)))
	}
	if way,
		ok := now.(teach.Glider); ok && last != nil && arrived && w.glides && !(p.late && w.playing) && room >= 3*glideFrame {
		begun := time.Now()
		for at := glideFrame; at < room && len(p.wake) == 0; at = max(at+glideFrame, time.Since(begun)) {
			f, ok := way.GlideFrom(last, ease(float64(at)/float64(room)))
			if !ok {
				break
			}
			on := m
			on.figure, on.gliding = f, true
			p.tell(on)
			time.Sleep(time.Until(begun.Add(at)))
		}
	}
	p.tell(m)
	return now
}

// ease maps [0,1] to itself, slowly at both ends.
func ease(t float64) float64 { return t * t * (3 - 2*t) }
