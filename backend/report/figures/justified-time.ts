type Span = { from: number; to: number };

/** Milliseconds of `part` that some of the spans cover. Spans ascend by `from` and may overlap. */
export function coveredMs({ from, to }: Span, spans: readonly Span[]): number {
	let covered = 0;
	let until = from;
	for (const span of spans) {
		if (span.from >= to) break;
		const start = Math.max(span.from, until);
		const end = Math.min(span.to, to);
		if (end <= start) continue;
		covered += end - start;
		until = end;
	}
	return covered;
}

type Justifiable = { excursions: readonly Span[]; channel: { justified?: readonly Span[] } };

/** Time out of limits that is justified, and the excursions with time that is not. */
export function justifiedOf({ excursions, channel: { justified = [] } }: Justifiable) {
	let justifiedMs = 0;
	let counted = 0;
	for (const excursion of excursions) {
		const covered = coveredMs(excursion, justified);
		justifiedMs += covered;
		if (covered < excursion.to - excursion.from) counted += 1;
	}
	return { justifiedMs, counted };
}
