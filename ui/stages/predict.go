package stages

import (
	"math"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/plotting/teach/poll"
	"example.org/espalier/plotting/teach/stage"

	"fyne.io/fyne/v2"
	"gonum.org/v1/plot/vg"
)

// A prediction asks the room before a stage shows its outcome. Nothing of the course is seen until it is revealed.
type prediction struct {
	on    bool
	asked poll.Poll
}

// predict asks the room, reveals the outcome, or ends the poll, one after another.
func (p *stageScreen) predict() {
	switch v := &p.prediction; {
	case v.on && v.asked.Asking:
		if v.asked, _ = v.asked.Enter(); v.asked.Wrong == "" {
			v.asked.Asking = false
			p.player.Play(true, true)
		}
	case v.on:
		v.on = false
	default:
		if v.asked, v.on = poll.Of(p.stage.Ask, p.form.settings); !v.on {
			return
		}
		p.player.To(0)
	}
	p.view.FocusOn(p.h.Window.Canvas()) // so that digits are guesses
	p.repaint()
}

// asking reports whether the outcome is hidden.
func (p *stageScreen) asking() bool { return p.prediction.on && p.prediction.asked.Asking }

// repaint shows the present moment again.
func (p *stageScreen) repaint() {
	p.followPrediction()
	if p.now.figure != nil {
		p.show(p.now)
	}
}

// followPrediction names the next effect of the button, and asks the question of the present controls.
func (p *stageScreen) followPrediction() {
	v := &p.prediction
	p.ask.SetEnabled(p.stage.Ask.Text != "")
	text := "Predict"
	if v.on {
		text = "End of guesses"
		if v.asked.Asking {
			text = "Reveal"
		}
		if again, ok := poll.Of(p.stage.Ask, p.form.settings); ok {
			v.asked.Question, v.asked.Low, v.asked.High, v.asked.Most = again.Question, again.Low, again.High, again.Most
		}
	}
	p.ask.SetText(text)
	if p.hall != nil && p.hall.ask != nil {
		p.hall.ask.Set(text, p.stage.Ask.Text == "")
	}
}

// guessed lays the line of guesses below the figure; while it asks it hides parts that would tell the answer.
func (p *stageScreen) guessed(whole, shown plotting.Figure, m moment) plotting.Figure {
	v := &p.prediction
	if !v.on {
		return shown
	}
	if v.asked.Asking {
		return v.asked.Below(partOf(whole, p.stage.Ask.Part))
	}
	for _, c := range m.counters {
		if c.Name == p.stage.Ask.Counter {
			v.asked.Answer = c
		}
	}
	return v.asked.Below(shown)
}

// partOf returns the part of a figure whose name begins so; nil for none.
func partOf(f plotting.Figure, name string) plotting.Figure {
	parted, ok := f.(stage.Parted)
	if !ok || name == "" {
		return nil
	}
	for i, n := range parted.PartNames() {
		if strings.HasPrefix(n, name) {
			return parted.Part(i)
		}
	}
	return nil
}

// unseen returns counters without their numbers.
func unseen(counters []teach.Counter) []teach.Counter {
	list := make([]teach.Counter, len(counters))
	for i, c := range counters {
		list[i] = teach.Counter{Name: c.Name, Drawn: math.NaN(), Expected: math.NaN(), Spread: math.NaN()}
	}
	return list
}

// guessAt takes a click on the line as a guess.
func (p *stageScreen) guessAt(at fyne.Position) {
	scene, q, ok := p.view.SceneAt(at)
	if !ok || !p.asking() || q.Y > vg.Length(poll.Share)*scene.Size().Y {
		return
	}
	planar, ok := scene.(ink.Planar)
	if !ok {
		return
	}
	if plane, on, ok := planar.PlaneAt(q); ok {
		x, _ := plane.Value(on)
		p.prediction.asked = p.prediction.asked.Add(x)
		p.repaint()
	}
}

// guessKey handles the keys of guesses and reports whether it was one.
func (p *stageScreen) guessKey(e *fyne.KeyEvent) bool {
	if !p.prediction.on {
		return false
	}
	v := &p.prediction
	switch {
	case e.Name == fyne.KeyEscape:
		v.on = false
	case !v.asked.Asking:
		return false
	case e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter:
		again, typed := v.asked.Enter()
		if !typed {
			p.predict()
			return true
		}
		v.asked = again
	case e.Name == fyne.KeyBackspace || e.Name == fyne.KeyDelete:
		v.asked = v.asked.Undo()
	case e.Name == fyne.KeyRight || e.Name == fyne.KeyLeft || e.Name == fyne.KeyEnd || e.Name == fyne.KeyPageDown ||
		e.Name == fyne.KeySpace:
		return true // nothing moves while it asks
	default:
		return false
	}
	p.repaint()
	return true
}

// guessRune handles the letters of guesses and reports whether it was one.
func (p *stageScreen) guessRune(r rune) bool {
	if !p.asking() {
		return false
	}
	next, ok := p.prediction.asked.Type(r)
	if ok {
		p.prediction.asked = next
		p.repaint()
	}
	return ok
}
