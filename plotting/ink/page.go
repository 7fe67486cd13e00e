package ink

import (
	"math"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// Inside is the room of a figure of a size inside its margins.
func Inside(style plotting.Style, size vg.Point) vg.Rectangle {
	margin := MarginOf(style, size)
	return vg.Rectangle{Min: vg.Point{X: margin, Y: margin}, Max: vg.Point{X: size.X - margin, Y: size.Y - margin}}
}

// Page adds the ground of a figure and its heading to a list, and returns the room below. It is
// false, without a heading, if the room inside the margins is less than least wide or high.
func Page(list *List, style plotting.Style, size vg.Point, least vg.Length, title,
	subtitle string) (room vg.Rectangle, ok bool) {
	list.Box(style.Surface, vg.Rectangle{Max: size})
	room = Inside(style, size)
	if s := room.Size(); s.X < least || s.Y < least {
		return room, false
	}
	head := HeadingItem{Style: style, At: vg.Point{X: room.Min.X, Y: room.Max.Y}, Width: room.Size().X,
		Title: title, Subtitle: subtitle}
	list.Add(head)
	room.Max.Y -= Heading(nil, style, head.At, head.Width, title, subtitle)
	return room, true
}

// RowsWindow returns the window, from the top, in which each of n rows is at least so high where the
// plot area has a given height; all, if every row has room.
func RowsWindow(n int, height, least vg.Length) plotting.Window {
	if seen := math.Floor(float64(height / least)); seen < float64(n) {
		return plotting.Window{X0: 0, X1: 1, Y0: 0, Y1: max(seen, 1) / float64(n)}
	}
	return plotting.All
}
