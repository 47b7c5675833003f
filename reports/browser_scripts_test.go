package reports

import (
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

func preferred(scheme string) chromedp.Action[chromedp.Void] {
	return call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
}

// media has the page shown as on paper.
func media(name string) chromedp.Action[chromedp.Void] {
	return call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name})
}

func withoutScript() chromedp.Action[chromedp.Void] {
	return call(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
}

// contrastScript lists texts whose contrast with the nearest opaque ground is
// below 4.5, or below 3 where they are large (WCAG 2.2, 1.4.3).
const contrastScript = `(() => {
  const parse = c => { const m = c.match(/[\d.]+/g).map(Number); return { rgb: m.slice(0, 3), a: m.length > 3 ? m[3] : 1 } };
  const light = rgb => { const [r, g, b] = rgb.map(v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4 }); return 0.2126 * r + 0.7152 * g + 0.0722 * b };
  const ground = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.a === 1) return c.rgb } return [255, 255, 255] };
  const bad = new Set();
  document.querySelectorAll('details').forEach(d => { d.open = true });
  document.querySelectorAll('body *').forEach(e => {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility() || e.closest('svg, script, style, .unseen, .skip, select')) return;
    const s = getComputedStyle(e), a = light(parse(s.color).rgb), b = light(ground(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = parseFloat(s.fontSize) >= 24 || (parseFloat(s.fontSize) >= 18.66 && s.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) bad.add(e.className + ' ' + e.tagName + ' ' + ratio.toFixed(2));
  });
  return [...bad];
})()`
