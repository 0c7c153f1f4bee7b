const scripted = new Set([
	"EvaluateScript",
	"EventDispatch",
	"FireAnimationFrame",
	"FunctionCall",
	"RunMicrotasks",
	"TimerFire",
]);

/** Milliseconds of script from one animation frame to the next, sorted. */
export function scriptPerFrame(trace) {
	const { traceEvents } = JSON.parse(trace);
	const frames = traceEvents.filter(({ name, ph }) => name === "FireAnimationFrame" && ph === "X");
	const busiest = Map.groupBy(frames, ({ pid, tid }) => `${pid} ${tid}`);
	const [[thread, starts]] = [...busiest].sort((a, b) => b[1].length - a[1].length);
	const times = starts.map(({ ts }) => ts).sort((a, b) => a - b);
	const spent = times.map(() => 0);
	let frame = 0;
	for (const call of outerCalls(traceEvents, thread)) {
		while (frame + 1 < times.length && times[frame + 1] <= call.ts) frame += 1;
		spent[frame] += millisecondsOf(call);
	}
	return spent.toSorted((a, b) => a - b);
}

/** Milliseconds of script of each stretch from the mark `from` to the end of the call that sets the mark `to`. */
export function scriptBetween(trace, from, to) {
	const { traceEvents } = JSON.parse(trace);
	const marks = traceEvents.filter(({ cat }) => cat?.includes("blink.user_timing"));
	const [start, end] = [from, to].map((wanted) => marks.find(({ name }) => name === wanted));
	if (!start || !end) throw new Error(`The page has not set its marks ${from} and ${to}.`);
	return outerCalls(traceEvents, `${end.pid} ${end.tid}`)
		.filter(({ ts, dur }) => ts + dur > start.ts && ts < end.ts)
		.map(millisecondsOf);
}

/** Uses the thread's clock where the trace has it, which other work does not move. */
function millisecondsOf({ tdur, dur }) {
	return (tdur ?? dur) / 1_000;
}

export const quantile = (sorted, share) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)];

/** A thread's script calls in order, without nested calls, which would count twice. */
function outerCalls(traceEvents, thread) {
	let busyUntil = 0;
	return traceEvents
		.filter(({ name, ph, pid, tid }) => ph === "X" && scripted.has(name) && `${pid} ${tid}` === thread)
		.sort((a, b) => a.ts - b.ts || b.dur - a.dur)
		.filter(({ ts, dur }) => {
			if (ts < busyUntil) return false;
			busyUntil = ts + dur;
			return true;
		});
}
