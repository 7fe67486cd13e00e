package plan

import (
	"os"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
)

// pictureRest is how many times as long as a picture took the next one waits, so that watching costs a task
// 2 % of its time at most.
const pictureRest = 50

// pictures writes the present result of a running task.
type pictures struct {
	p       *Plan
	t       Task
	h       job.Handle
	version string
	last    *inference.Snapshot
	next    time.Time // no picture before
}

// draw writes a picture if there is something new to see, and it is time. A failed write is repeated the next time.
func (d *pictures) draw() {
	s, begun := d.h.Latest(), time.Now()
	if s == nil || s == d.last || begun.Before(d.next) {
		return
	}
	r := d.h.Material().Outline().With(s, d.h.Progress())
	r.Version, r.Hash = d.version, d.t.Hash
	b, err := r.Encode()
	if err != nil || put(d.p.path("live", d.t.Hash+".fit"), b) != nil {
		return
	}
	d.last, d.next = s, time.Now().Add(pictureRest*time.Since(begun))
}

// Picture reads the last published result of a running task, without a state. The error is that of a file which is not
// there where it has shown nothing.
func (p *Plan) Picture(t Task) (*job.Result, error) { return p.read("live", t) }

// PictureTime returns when the last picture was written.
func (p *Plan) PictureTime(t Task) (time.Time, error) {
	info, err := os.Stat(p.path("live", t.Hash+".fit"))
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}
