package trees

// ShowIntervals shows or hides bars of the times of branch points.
func (ds *Draws) ShowIntervals(on bool) {
	t := ds.t
	if s := t.State(); s.Intervals != on {
		s.Intervals = on
		t.do(shows(on)+"the times of branch points", "", s)
	}
}

// CanShowIntervals reports whether there are draws, or several best trees, to take times from.
func (ds *Draws) CanShowIntervals() bool { return len(ds.t.of.Draws) > 1 || len(ds.t.of.Found) > 1 }
