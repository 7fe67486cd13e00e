package inference

import (
	"fmt"
	"math"

	"example.org/espalier/inference/words"
)

// Kept lists the rows and columns that [LeaveOut] keeps of a table: places of rows and of columns as the model sees
// the table, after a transposition, ascending.
type Kept struct {
	Rows, Columns []int
	// AllRows and AllColumns are how many there were.
	AllRows, AllColumns int
	// Notes name the rows and columns left out, with the reasons.
	Notes []string
}

// Whole reports whether nothing is left out.
func (k Kept) Whole() bool { return len(k.Rows) == k.AllRows && len(k.Columns) == k.AllColumns }

// Keep returns the table without the rows and columns that p.Leave leaves out. The most variable rows and columns of p
// are chosen from these later, by [Table.Prepare]. The error says that a name is not there, that a limit is out of
// range, or that nothing is left. With a recipe, limits of the variance apply later too, to the table that it returns.
func (t *Table) Keep(p Preprocessing) (Kept, error) {
	v := t.viewed(p.Transpose)
	k, err := v.keep(p)
	if err != nil {
		return k, fmt.Errorf("%s: %w", t.Name, err)
	}
	return k, nil
}

// viewed returns the numbers of the table, turned or not.
func (t *Table) viewed(transposed bool) view {
	v := view{x: t.X, rows: t.Rows, columns: t.Columns, transposed: transposed}
	if transposed {
		v.rows, v.columns = t.Columns, t.Rows
	}
	return v
}

// keep finds the rows and columns of the whole table that stay.
func (v view) keep(p Preprocessing) (Kept, error) {
	k := Kept{Rows: UpTo(len(v.rows)), Columns: UpTo(len(v.columns)), AllRows: len(v.rows), AllColumns: len(v.columns)}
	o := p.Leave
	if o == (LeaveOut{}) {
		return k, nil
	}
	if err := o.Check(); err != nil {
		return k, err
	}
	var err error
	if k.Rows, err = k.byName(v.rows, o.Rows, v.rowWord()); err != nil {
		return k, err
	}
	if k.Columns, err = k.byName(v.columns, o.Columns, v.columnWord()); err != nil {
		return k, err
	}
	if err := v.keepPresent(&k, o); err != nil {
		return k, err
	}
	if p.Recipe.Active() {
		return k, nil // the variance is that after the recipe
	}
	return k, v.keepVarying(&k, p)
}

// byName returns the places of names that are not to be left out.
func (k *Kept) byName(names []string, out Names, word string) (kept []int, err error) {
	leave := map[string]bool{}
	for _, name := range out.List() {
		leave[name] = false
	}
	var gone []string
	for i, name := range names {
		if _, is := leave[name]; is {
			leave[name] = true
			gone = append(gone, name)
		} else {
			kept = append(kept, i)
		}
	}
	var unknown []string
	for _, name := range out.List() {
		if !leave[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		return nil, fmt.Errorf("there is no %s %s to leave out; the %ss are %s", word, words.QuoteSome(unknown, 3),
			word,
			words.QuoteSome(names, 8))
	}
	return kept, k.left(gone, len(kept), word, "by hand", "keep some of them")
}

// left notes the rows or columns left out; rest is how many stay.
func (k *Kept) left(gone []string, rest int, word, why, remedy string) error {
	if rest == 0 && len(gone) > 0 {
		return fmt.Errorf("no %s is left: %s left out %s; %s", word, Plural(len(gone), word), why, remedy)
	}
	if len(gone) > 0 {
		k.Notes = append(k.Notes, fmt.Sprintf("Left out %s: %s %s.", why, Plural(len(gone), word),
			words.QuoteSome(gone, 5)))
	}
	return nil
}

// keepPresent leaves out columns and then rows with too many missing cells.
func (v view) keepPresent(k *Kept, o LeaveOut) error {
	because := func(l Limit) string { return "because more than " + percent(l.At) + " of their cells are missing" }
	const remedy = "allow a larger share"
	if o.MissingColumns.Set {
		missing := make([]int, len(v.columns))
		v.cells(*k, func(_, j int, y float64) {
			if math.IsNaN(y) {
				missing[j]++
			}
		})
		gone := sift(&k.Columns, v.columns, func(j int) bool { return exceeds(missing[j], len(k.Rows), o.MissingColumns.At) })
		if err := k.left(gone, len(k.Columns), v.columnWord(), because(o.MissingColumns), remedy); err != nil {
			return err
		}
	}
	if o.MissingRows.Set {
		missing := make([]int, len(v.rows))
		v.cells(*k, func(i, _ int, y float64) {
			if math.IsNaN(y) {
				missing[i]++
			}
		})
		gone := sift(&k.Rows, v.rows, func(i int) bool { return exceeds(missing[i], len(k.Columns), o.MissingRows.At) })
		return k.left(gone, len(k.Rows), v.rowWord(), because(o.MissingRows), remedy)
	}
	return nil
}

// exceeds reports whether k of n is more than a share; 2 of 10 is not more than 0.2, whatever the rounding.
func exceeds(k, n int, share float64) bool { return float64(k) > share*float64(n)*(1+1e-12) }

// keepVarying leaves out columns and then rows that vary too little.
func (v view) keepVarying(k *Kept, p Preprocessing) error {
	o := p.Leave
	if !o.VarianceColumns.Set && !o.VarianceRows.Set {
		return nil
	}
	because := func(l Limit) string { return "because their variance is below " + number(l.At) }
	const remedy = "give a smaller variance"
	flat := func(s summary, l Limit) bool { return s.deviation == 0 || s.deviation*s.deviation < l.At }
	if l := o.VarianceColumns; l.Set {
		w, err := v.of(*k).lazily(p.Log2p1)
		if err != nil {
			return err
		}
		columns := w.columns(UpTo(len(k.Rows)))
		at := placesIn(k.Columns)
		gone := sift(&k.Columns, v.columns, func(j int) bool { return flat(columns[at[j]], l) })
		if err := k.left(gone, len(k.Columns), v.columnWord(), becauseFlat(l, because), remedy); err != nil {
			return err
		}
	}
	if l := o.VarianceRows; l.Set {
		w, err := v.of(*k).lazily(p.Log2p1)
		if err != nil {
			return err
		}
		at := placesIn(k.Rows)
		gone := sift(&k.Rows, v.rows, func(i int) bool { return flat(w.row(at[i]), l) })
		return k.left(gone, len(k.Rows), v.rowWord(), becauseFlat(l, because), remedy)
	}
	return nil
}

func becauseFlat(l Limit, because func(Limit) string) string {
	if l.At == 0 {
		return "because they do not vary"
	}
	return because(l)
}

func placesIn(kept []int) map[int]int {
	at := make(map[int]int, len(kept))
	for i, place := range kept {
		at[place] = i
	}
	return at
}

// sift takes places out of a list and returns their names.
func sift(places *[]int, names []string, out func(place int) bool) (gone []string) {
	var kept []int
	for _, p := range *places {
		if out(p) {
			gone = append(gone, names[p])
		} else {
			kept = append(kept, p)
		}
	}
	*places = kept
	return gone
}

// cells calls f for each cell that is kept so far, in the order of the memory.
func (v view) cells(k Kept, f func(i, j int, y float64)) {
	_, d := v.x.Dims()
	buffer := make([]float64, d)
	if v.transposed {
		for _, j := range k.Columns {
			row := Row(v.x, j, buffer)
			for _, i := range k.Rows {
				f(i, j, row[i])
			}
		}
		return
	}
	for _, i := range k.Rows {
		row := Row(v.x, i, buffer)
		for _, j := range k.Columns {
			f(i, j, row[j])
		}
	}
}
