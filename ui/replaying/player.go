package replaying

import (
	"context"
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/replay"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/clock"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
)

// A Host is the window as a player sees it.
type Host struct {
	*dialogs.Dialogs
	// Show shows a moment of the result in place of the result; nil shows the result.
	Show func(moment *inference.Snapshot)
	// Glide says how long figures glide from now on; 0 is as long as usual.
	Glide func(d time.Duration)
	// Shown returns the figure that is shown with its result, for films, and the style of paper for it.
	Shown func() (e depict.Entry, s *depict.Subject, named func(*inference.Snapshot) *inference.Snapshot)
}

// A Source is a result that can be replayed.
type Source struct {
	Last     *inference.Snapshot // nil for nothing to replay
	Material *job.Material
	Tape     *Tape // nil where nothing was recorded
	Took     time.Duration
	Threads  int
}

// A Player plays how the result shown formed. Its methods are called on the window's goroutine.
type Player struct {
	Clock clock.Clock // it goes on to the next moment by it

	host   Host
	of     Source
	object *fyne.Container
	play   *controls.Button
	slider *controls.EpochSlider
	text   *controls.Text

	moments []*inference.Snapshot // before the last; nil until they are made
	at      int                   // which is shown; as many as there are for the result itself
	on      bool                  // the bar is shown
	playing bool
	turn    int // counts requests, so that a late answer is dropped
	stop    context.CancelFunc
	alarm   clock.Alarm
}

// New returns a player without a result.
func New(h Host) *Player {
	p := &Player{host: h}
	p.play = controls.NewButton("Play", controls.Tool, p.Toggle).WithTip("Plays or halts the replay (Ctrl+Shift+Y)")
	p.slider = controls.NewEpochSlider(func(i int) {
		if i < 0 {
			i = len(p.moments)
		}
		p.Seek(i)
	})
	p.text = controls.Label("")
	film := controls.NewButton("Save as Film…", controls.Tool,
		p.save).WithTip("The figure shown as it formed, as an animation")
	end := controls.NewButton("Close", controls.Tool, p.Close).WithTip("Shows the result again (Escape)")
	p.object = controls.Inset(look.Margin, 4, look.Margin, 4, controls.Beside(8, p.play, p.slider, p.text, film, end))
	p.object.Hide()
	return p
}

// Object is the bar; it is hidden while nothing is replayed.
func (p *Player) Object() fyne.CanvasObject { return p.object }

// On reports whether something is replayed or made ready for it.
func (p *Player) On() bool { return p.on }

// Set tells which result is shown. Another one, or one that went on, ends the replay.
func (p *Player) Set(of Source) {
	if of.Last == p.of.Last {
		return
	}
	p.Close()
	p.of, p.moments = of, nil
}

// Toggle plays from where the replay halted, from the start where it ended, or halts it.
func (p *Player) Toggle() {
	switch {
	case p.of.Last == nil:
		return
	case p.stop != nil: // still being made
		p.Close()
		return
	case p.playing:
		p.halt()
		p.refresh()
		return
	case p.moments == nil:
		p.make()
		return
	}
	if p.at >= len(p.moments) {
		p.at = 0
	}
	p.on, p.playing = true, true
	p.host.Glide(p.each() * 4 / 5)
	p.show(p.at)
	p.wait()
}

// Close ends the replay and shows the result.
func (p *Player) Close() {
	p.halt()
	if p.stop != nil {
		p.stop()
		p.stop = nil
	}
	p.turn++
	was := p.on && p.at < len(p.moments)
	p.on, p.at = false, len(p.moments)
	p.host.Glide(0)
	p.refresh()
	if was {
		p.host.Show(nil)
	}
}

// each is how long one moment is shown.
func (p *Player) each() time.Duration {
	return depict.ReplayTime(len(p.moments)+1) / time.Duration(max(1, len(p.moments)))
}

// wait goes on to the next moment after a while.
func (p *Player) wait() {
	turn := p.turn
	p.alarm = p.Clock.AfterFunc(p.each(), func() {
		p.host.Post(func() {
			if turn != p.turn || !p.playing {
				return
			}
			if p.show(p.at + 1); p.at < len(p.moments) {
				p.wait()
				return
			}
			p.halt()
			p.refresh()
		})
	})
}

// Seek halts at a moment, the result itself coming after all others.
func (p *Player) Seek(i int) {
	p.halt()
	p.show(i)
}

func (p *Player) halt() {
	p.playing = false
	p.turn++
	if p.alarm != nil {
		p.alarm.Stop()
		p.alarm = nil
	}
}

// show shows moment i.
func (p *Player) show(i int) {
	p.at = min(max(i, 0), len(p.moments))
	p.refresh()
	if p.at == len(p.moments) {
		p.host.Show(nil)
		return
	}
	p.host.Show(p.moments[p.at])
}

// make finds the moments and then plays them.
func (p *Player) make() {
	of := p.of
	if of.Tape != nil {
		if r, ok := of.Tape.reel(of.Last, of.Took); ok {
			p.made(r, nil)
			return
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	p.stop, p.on = stop, true
	turn := p.turn
	p.text.Set("Fitting once more to watch…")
	p.refresh()
	p.host.Background(func(closing context.Context) func() {
		defer context.AfterFunc(closing, stop)()
		told := 0
		r, err := panics.Call(func() (*replay.Reel, error) {
			return replay.Make(ctx, of.Material, of.Last, of.Threads, func(share float64) {
				if now := int(100 * share); now > told {
					told = now
					p.host.Post(func() {
						if turn == p.turn {
							p.text.Set("Fitting once more to watch: " + plotting.FormatPercent(share))
						}
					})
				}
			})
		})
		stop()
		return func() {
			if turn == p.turn {
				p.stop = nil
				p.made(r, err)
			}
		}
	})
}

// made plays the reel.
func (p *Player) made(r *replay.Reel, err error) {
	if err == nil && r.Len() < 2 {
		p.Close()
		p.host.Message("Nothing to replay", "The answer was found in one step.")
		return
	}
	if err != nil {
		p.Close()
		p.host.Message("The replay could not be made", say.Sentence(err.Error()))
		return
	}
	p.moments = r.Snapshots(p.of.Last)
	p.at = len(p.moments)
	p.Toggle()
}

// refresh brings the bar up to date.
func (p *Player) refresh() {
	if p.on != p.object.Visible() {
		controls.Show(p.object, p.on)
	}
	text := "Play"
	switch {
	case p.stop != nil:
		text = "Stop"
	case p.playing:
		text = "Halt"
	}
	p.play.SetText(text)
	p.slider.Set(p.at, len(p.moments))
	if p.stop == nil {
		p.text.Set(p.where())
	}
}

// where says which moment is shown.
func (p *Player) where() string {
	switch {
	case p.of.Last == nil || p.moments == nil:
		return ""
	case p.at >= len(p.moments):
		return "the result"
	case p.at == 0:
		return "the start"
	case len(p.moments[p.at].Trace.Iteration) == 0: // before the first iteration, or of a fit without any
		return fmt.Sprintf("picture %d of %d", p.at+1, len(p.moments)+1)
	}
	return "after " + plotting.Plural(p.moments[p.at].Iteration, p.of.Material.Info.Iteration)
}
