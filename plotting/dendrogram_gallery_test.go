package plotting

import "testing"

func TestGallery(t *testing.T) {
	d := example(46, 40, tissues, 1)
	keepPicture(t, "46", rendered(d, 860, 600))
}
