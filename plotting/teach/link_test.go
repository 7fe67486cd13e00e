package teach

import (
	"reflect"
	"strings"
	"testing"
)

// Every request of a stage comes back from its link.
func TestLinksComeBack(t *testing.T) {
	requests := []Request{{}, {Stage: "crp"}, {Stage: "crp", Set: []string{"concentration=5", "customers=40"},
		Seed: 7, Step: 12},
		{Stage: "ibp", Set: []string{"order=left-ordered"}, Step: 3},
		{Stage: "linkage", Set: []string{"method=ward"}, Points: "-1,2;0.5,1;3,3"},
		{Stage: "check", Set: []string{"model=fa", "fa.factors=2"}},
		{Stage: "check",
			Set: []string{"model=fa", "fa.factors=2", "fa.noise=shared", "fa.noise_rate=2", "fa.noise_shape=2"}}}
	for _, s := range Stages() {
		requests = append(requests, Request{Stage: s.Name, Seed: 3, Step: 2})
	}
	for _, r := range requests {
		if _, err := r.Check(); r.Stage != "" && err != nil {
			t.Logf("%+v: %v", r, err)
			continue
		}
		got, err := FromLink(r.Link())
		if err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("%s: %+v and %v, not %+v", r.Link(), got, err, r)
		}
	}
}

// A link that cannot be followed says why.
func TestLinksThatCannotBeRead(t *testing.T) {
	for link, want := range map[string]string{
		"https://teach/crp": "no link to a stage", "espalier://show/crp": "no link to a stage",
		"espalier://teach/nothing": "the stages are crp", "espalier://teach/crp?seed=x": "whole number from 1",
		"espalier://teach/crp?at=-1": "whole number from 0", "espalier://teach/crp?colour=red": "no such control",
		"espalier://teach/crp?concentration=1e9": "concentration", "espalier://teach/crp?places=1,2": "a stage takes 3",
	} {
		if _, err := FromLink(link); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", link, err)
		}
	}
}

func FuzzLink(f *testing.F) {
	for _, link := range []string{"espalier://teach/crp?concentration=5&seed=7&at=40", "espalier://teach/",
		"espalier://teach/check?model=fa&fa.factors=2", "espalier://teach/linkage?places=-1,2%3B0,1"} {
		f.Add(link)
	}
	f.Fuzz(func(t *testing.T, link string) {
		r, err := FromLink(link)
		if err != nil {
			return
		}
		again, err := FromLink(r.Link())
		if err != nil || again.Link() != r.Link() {
			t.Errorf("%q: %+v, then %+v and %v", link, r, again, err)
		}
	})
}

// No control has a name that links use otherwise.
func TestLinksAndControls(t *testing.T) {
	for _, s := range Stages() {
		for _, c := range s.Controls {
			if c.Name == linkSeed || c.Name == linkStep || c.Name == linkPoints {
				t.Errorf("%s: a control is called %s", s.Name, c.Name)
			}
		}
	}
}
