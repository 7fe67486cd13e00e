package viewstest

import "example.org/espalier/inference/study"

// A Keeper has a history of the states of a view.
type Keeper[S any] struct {
	History study.History[S]
	show    func(s S)
}

// NewKeeper returns a keeper that shows what is wished for.
func NewKeeper[S any](show func(s S)) *Keeper[S] { return &Keeper[S]{show: show} }

// Begin starts a new history.
func (k *Keeper[S]) Begin(s S) { k.History.Reset(s) }

func (k *Keeper[S]) Change(name, merge string, s S) {
	k.History.Do(name, merge, s)
	k.show(s)
}

func (k *Keeper[S]) Undo() bool { return k.travel(k.History.Undo) }
func (k *Keeper[S]) Redo() bool { return k.travel(k.History.Redo) }

func (k *Keeper[S]) travel(move func() (string, bool)) bool {
	_, ok := move()
	k.show(k.History.State())
	return ok
}

func (k *Keeper[S]) UndoName() string { return k.History.UndoName() }
func (k *Keeper[S]) RedoName() string { return k.History.RedoName() }
