package teach

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/film"
)

// Frames of a film.
const (
	mostFrames   = 300                     // longer courses skip steps evenly
	glideFrames  = 3                       // between two steps, if the picture glides
	lastMoment   = 1500 * time.Millisecond // how long the end stays
	slowestFrame = 500 * time.Millisecond
)

// Film plays the course from its beginning to a step and collects the pictures; then it returns to
// where it was. With glide it adds pictures between steps.
func (c *Course) Film(ctx context.Context, to int, glide bool) (*film.Film, error) {
	was := c.at
	to = min(max(to, 0), c.Steps())
	stride := (to + mostFrames) / mostFrames
	between := 0
	if glide && to*(glideFrames+1) < mostFrames {
		between = glideFrames
	}
	step := time.Duration(float64(time.Second) / c.Stage.StepsPerSecond())
	f := &film.Film{}
	var last plotting.Figure
	for k := 0; ; k = min(k+stride, to) {
		if err := c.To(ctx, k); err != nil {
			return nil, err
		}
		now := c.Figure()
		way, gliding := now.(Glider)
		gliding = gliding && last != nil && between > 0
		share := step
		if gliding {
			if _, ok := way.GlideFrom(last, 0.5); ok {
				share = step / (glideFrames + 1)
				for g := 1; g <= between; g++ {
					if p, ok := way.GlideFrom(last, float64(g)/(glideFrames+1)); ok {
						f.Add(p, share)
					}
				}
			}
		}
		f.Add(now, min(share, slowestFrame))
		last = now
		if k == to {
			break
		}
	}
	f.Hold(lastMoment)
	return f, c.To(ctx, was)
}

// Metadata describes how the present picture was made. software is name and version.
func (c *Course) Metadata(software string) plotting.Metadata {
	m := plotting.Metadata{Title: c.Stage.Title, Description: strings.TrimSuffix(c.Summary(), "."), Software: software,
		Stage: c.Stage.Title, Seed: fmt.Sprint(c.Options.Seed), Iterations: c.at, Iteration: "step", Steps: c.Steps()}
	for _, p := range c.Stage.Controls {
		m.Settings = append(m.Settings, [2]string{p.Name, c.Options.Settings.Text(p.Name)})
	}
	if d := c.play.Table(); d != nil {
		m.Data, m.Rows, m.Columns = d.Name, len(d.Rows), len(d.Columns)
	}
	return m
}

// Text describes the picture in plain lines: the summary and the counters.
func (c *Course) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, step %d of %d\n%s\n", c.Stage.Title, c.At(), c.Steps(), c.Summary())
	for _, k := range c.Counters() {
		fmt.Fprintf(&b, "%s: %s", k.Name, plotting.FormatNumber(k.Drawn))
		if !math.IsNaN(k.Expected) {
			fmt.Fprintf(&b, "; expected %s", plotting.FormatNumber(k.Expected))
			if !math.IsNaN(k.Spread) {
				fmt.Fprintf(&b, " ± %s", plotting.FormatNumber(k.Spread))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
