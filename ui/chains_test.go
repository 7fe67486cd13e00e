package ui

import (
	"testing"

	"example.org/espalier/inference/run"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2/test"
)

func TestSamplerHasChains(t *testing.T) {
	s := newStage(t, usual, nil)
	s.openSample("crabs")
	s.do(func() {
		m := s.w.model
		if m.several.Visible() || !m.lengthRow.Visible() || m.lengthName.Text != "Counts" {
			t.Errorf("method em: chains shown %v, iterations shown %v as %q", m.several.Visible(), m.lengthRow.Visible(), m.lengthName.Text)
		}
		row := func() bool {
			for _, r := range m.rows {
				if r.parameter.Name == "moves" {
					return r.object.Visible()
				}
			}
			t.Fatal("the form has no row for moves")
			return false
		}
		if row() {
			t.Error("a parameter of mcmc is shown for em")
		}
		if err := s.w.ws.Next.Set("method", "mcmc", false); err != nil {
			t.Fatal(err)
		}
		if !m.several.Visible() || m.lengthName.Text != "Sweeps" || s.w.ws.Next.Chains() != 3 || s.w.ws.Next.Iterations() != 80 || !row() {
			t.Errorf("method mcmc: chains shown %v, %d of them, %d %s", m.several.Visible(), s.w.ws.Next.Chains(), s.w.ws.Next.Iterations(), m.lengthName.Text)
		}
		commit(m.chains, "99")
		if s.w.ws.Refused("chains") == nil || s.w.ws.Next.Chains() != 3 {
			t.Errorf("99 chains are taken: %d", s.w.ws.Next.Chains())
		}
		commit(m.chains, "2")
		commit(m.length, "1,0")
		if s.w.ws.Unsettled() != "" || s.w.ws.Next.Chains() != 2 || s.w.ws.Next.Iterations() != 10 {
			t.Errorf("%d chains of %d iterations after typing, complaint %q", s.w.ws.Next.Chains(),
				s.w.ws.Next.Iterations(), s.w.ws.Unsettled())
		}
		s.w.ws.Undo()
		s.w.ws.Undo()
		if s.w.ws.Next.Chains() != 3 || s.w.ws.Next.Iterations() != 80 {
			t.Error("undo does not bring the number of chains and iterations back")
		}
		s.w.ws.Redo()
		s.w.ws.Redo()
		test.Tap(s.w.run.go_)
	})
	s.until("the end of the run", func() bool { p, _ := s.w.ws.Runs.Progress(); return p.State == run.Finished && p.Iteration == 10 })
	s.do(func() {
		if r := s.w.ws.Runs.Result(); r.Chains != 2 || len(r.Snapshot.Chains) != 2 || len(r.Snapshot.Chains[1].Iteration) != 11 {
			t.Errorf("the result has %d chains, the snapshot %d", r.Chains, len(r.Snapshot.Chains))
		}
		if err := s.w.ws.Next.Set("method", "em", false); err != nil {
			t.Fatal(err)
		}
		if s.w.ws.Next.Chains() != 1 || s.w.ws.Next.Iterations() != 40 {
			t.Errorf("em has %d chains and %d iterations", s.w.ws.Next.Chains(), s.w.ws.Next.Iterations())
		}
	})
}

func commit(f *controls.Field, text string) {
	f.FocusGained()
	f.SetText(text)
	f.FocusLost()
}
