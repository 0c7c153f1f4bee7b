/** Part of the most responses a second; a step that reaches it is at the knee. */
const kneePart = 0.9;
const mostGrowth = 1.25;
/** 504: requests that waited until the console gave them up. */
const shedding = new Set(["200", "429", "503", "504"]);

/**
 * The first step with nearly as many responses as any: beyond it requests only wait longer. Null: the last step brought the most,
 * and more clients are needed.
 */
export function kneeOf(steps) {
	const most = Math.max(...steps.map(({ perSecond }) => perSecond));
	const knee = steps.find(({ perSecond }) => perSecond >= most * kneePart);
	return knee === steps.at(-1) ? null : (knee ?? null);
}

const countsOf = ({ statuses }) =>
	[...statuses]
		.sort(([one], [other]) => String(one).localeCompare(String(other)))
		.map(([status, count]) => `${count} × ${status}`)
		.join(", ");

const rowOf = (name, step) =>
	`| ${name} | ${step.perSecond.toFixed(0)} | ${step.p50} | ${step.p95} | ${step.longest} | ${countsOf(step)} | ${step.heldMegabytes?.toFixed(0) ?? ""} |`;

export function writeLoadReport({ startedAt, seconds, idle, steps, again, after, knee }) {
	const all = [idle, ...steps, again, after];
	const others = all.flatMap(({ statuses }) => [...statuses.keys()]).filter((status) => !shedding.has(String(status)));
	const withoutRetryAfter = all.reduce((sum, step) => sum + step.withoutRetryAfter, 0);
	const last = steps.at(-1);
	const held = [
		[
			"Before the knee nobody is refused for a quota",
			steps.every((step) => knee === null || step.clients > knee.clients || step.refusedPart === 0),
			"",
		],
		[
			"A knee was found",
			knee !== null,
			knee ? `${knee.clients} clients, ${knee.perSecond.toFixed(0)} answers a second` : "",
		],
		["Past it nothing but 200, 429, 503 and 504 is answered", others.length === 0, [...new Set(others)].join(", ")],
		["Each refusal says when to ask again", withoutRetryAfter === 0, `${withoutRetryAfter} without Retry-After`],
		["It recovers within a minute", after.p95 <= idle.p95 * 2, `p95 ${idle.p95} ms before, ${after.p95} ms after`],
		[
			"The same load again takes no more memory",
			again.heldMegabytes <= last.heldMegabytes * mostGrowth,
			`${last.heldMegabytes.toFixed(0)} MB, then ${again.heldMegabytes.toFixed(0)} MB`,
		],
	];
	const text = [
		"# Load run",
		"",
		`${startedAt.toISOString()}, ${seconds} seconds a step, ${process.platform} with Node ${process.version}. Client and product share the machine, so its numbers say how the product behaves past its limit and not what the edge bears.`,
		"",
		"| clients | answers a second | p50, ms | p95, ms | longest, ms | answered | memory, MB |",
		"|---|---|---|---|---|---|---|",
		...steps.map((step) => rowOf(String(step.clients), step)),
		rowOf(`${again.clients} again`, again),
		rowOf("1, afterwards", after),
		"",
		"| what must hold | result | |",
		"|---|---|---|",
		...held.map(([title, isHeld, note]) => `| ${title} | ${isHeld ? "held" : "**failed**"} | ${note} |`),
		"",
	].join("\n");
	return { text, isHeld: held.every(([, isHeld]) => isHeld) };
}
