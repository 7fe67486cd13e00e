package controls

import "fyne.io/fyne/v2"

// An EpochSlider is a [Slider] through moments, such as the accepted epochs of a mixture. Its right end is the present
// state.
type EpochSlider struct {
	Slider
	needless bool
}

const epochSliderWidth float32 = 150

// NewEpochSlider returns a slider that calls onEpoch with the epoch chosen, −1 for the present state.
func NewEpochSlider(onEpoch func(i int)) *EpochSlider {
	s := &EpochSlider{needless: true}
	s.OnChanged = func(at int) {
		if at == s.Steps {
			at = -1
		}
		onEpoch(at)
	}
	s.Attend(s)
	s.ExtendBaseWidget(s)
	return s
}

// MinSize leaves room to drag.
func (s *EpochSlider) MinSize() fyne.Size { return fyne.NewSize(epochSliderWidth, 28) }

// Set shows epoch i of n; −1 is the present state.
func (s *EpochSlider) Set(i, n int) {
	s.needless = n < 1
	if i < 0 {
		i = n
	}
	s.Put(i, max(n, 1))
}
