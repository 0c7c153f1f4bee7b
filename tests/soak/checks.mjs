import { expectedEvents, sentValue } from "./logger.mjs";
import { wait } from "./person.mjs";

const drainMs = 6 * 60_000;
/** Readings per page of the log; a reading costs a tenth as columns of what it costs as a row of an export. */
const readingsPerPage = 20_000;
const eventsPerPage = 1_000;

/** Compares each sent and each stored reading, by pages of the log in order of time. */
export async function readingsCheck(owner, loggers, log = () => {}) {
	const problems = [];
	let checked = 0;
	for (const logger of loggers) {
		log(`${checked.toLocaleString("en")} readings compared`);
		const { device, acknowledged } = logger;
		const found = new Uint8Array(acknowledged);
		for await (const { readingAt, value } of storedPages(owner, logger)) {
			for (const [place, at] of readingAt.entries()) {
				const index = (at - logger.firstAt) / logger.stepMs;
				if (found[index] === undefined) {
					problems.push(`${device.name}: ${new Date(at).toISOString()} was never sent`);
					continue;
				}
				found[index] = Math.min(found[index] + 1, 255);
				const sent = sentValue(logger, index);
				if (value[place] !== sent)
					problems.push(`${nameOfReading(logger, index)}: sent ${sent}, stored ${value[place]}`);
			}
		}
		for (const [index, times] of found.entries()) {
			if (times !== 1) problems.push(`${nameOfReading(logger, index)}: stored ${times} times`);
		}
		problems.push(...logger.refused.map(({ reason }) => `${device.name}: refused as ${reason}`));
		checked += acknowledged;
	}
	return { title: "Every acknowledged reading is there once", checked, problems };
}

const nameOfReading = ({ device, firstAt, stepMs }, index) =>
	`${device.name}, ${new Date(firstAt + index * stepMs).toISOString()}`;

async function* storedPages(owner, { device, firstAt, stepMs, acknowledged }) {
	const query = {
		rangeType: "day",
		offset: 0,
		from: firstAt - stepMs,
		to: firstAt + (acknowledged + 1) * stepMs,
		deviceIds: [device.id],
		kinds: ["reading"],
		order: "oldest-first",
		limit: readingsPerPage,
	};
	for (let cursor; ; ) {
		const [page] = await owner.query(["log.getLogs", { ...query, ...(cursor && { cursor }) }]);
		yield page.readings;
		if (page.nextCursor === null) return;
		cursor = page.nextCursor;
	}
}

async function eventsOf(owner, alertId) {
	const events = [];
	for (let cursor; ; ) {
		const input = { alertIds: [alertId], limit: eventsPerPage, ...(cursor && { cursor }) };
		const [page] = await owner.query(["alert.getEvents", input]);
		events.push(...page.events);
		if (page.nextCursor === null) return events;
		cursor = page.nextCursor;
	}
}

const nameOf = ({ deviceId, startedAt, endedAt }) =>
	`${deviceId} ${new Date(startedAt).toISOString()} to ${endedAt === null ? "now" : new Date(endedAt).toISOString()}`;

export async function eventsCheck(owner, loggers, alertId) {
	const stored = await eventsOf(owner, alertId);
	const expected = loggers.filter(({ isWarm }) => isWarm).flatMap(expectedEvents);
	const [has, wants] = [new Map(), new Map()];
	for (const event of stored) has.set(nameOf(event), (has.get(nameOf(event)) ?? 0) + 1);
	for (const event of expected) wants.set(nameOf(event), 1);
	const problems = [
		...[...wants.keys()].filter((name) => !has.has(name)).map((name) => `missing: ${name}`),
		...[...has]
			.filter(([name, count]) => count !== 1 || !wants.has(name))
			.map(([name, count]) => `${count} times: ${name}`),
	];
	return { title: "Alert events equal those of the oracle", checked: expected.length, problems, stored };
}

/** Waits until no message is queued or being sent. Returns how many still are at the deadline. */
export async function drained(owner) {
	for (const until = Date.now() + drainMs; ; ) {
		const left = (await messagesOf(owner)).filter(({ state }) => state === "queued" || state === "sending");
		if (left.length === 0 || Date.now() > until) return left.length;
		await wait(2_000);
	}
}

async function messagesOf(owner) {
	const messages = [];
	for (let cursor; ; ) {
		const [page] = await owner.query(["message.getMessages", { limit: 100, ...(cursor && { cursor }) }]);
		messages.push(...page.messages);
		if (page.nextCursor === null) return messages;
		cursor = page.nextCursor;
	}
}

const tellings = ({ body }) =>
	body.data.notices.flatMap(({ cause, ...facts }) =>
		cause === "alert" ? [`${facts.eventId} ${facts.kind ?? facts.step ?? ""} ${facts.endedAt ?? "open"}`] : [],
	);

const alertsOf = ({ body }) => body.data.notices.filter(({ cause }) => cause === "alert");
const isOver = ({ endedAt }) => typeof endedAt === "string";

/** Messages that contradict the events, another message or themselves. */
function contradictions(byId, events) {
	const known = new Map(events.map((event) => [event.id, event]));
	const [begun, ended] = [new Set(), new Set()];
	const problems = [];
	for (const [id, [first, ...again]] of byId) {
		const said = new Set(tellings(first));
		const more = again.flatMap(tellings).filter((notifying) => !said.has(notifying));
		if (more.length > 0) problems.push(`${id} came again and said otherwise: ${more.join("; ")}`);
		const alerts = alertsOf(first);
		if (alerts.some((alert, index) => !isOver(alert) && alerts.slice(0, index).some(isOver)))
			problems.push(`${id} tells what is over before what is open`);
		for (const alert of alerts) {
			const { eventId, kind, endedAt } = alert;
			if (!isOver(alert)) {
				begun.add(eventId);
				continue;
			}
			ended.add(eventId);
			if (kind === "first" && begun.has(eventId)) problems.push(`${eventId}: its end was told as a beginning`);
			const { endedAt: endsAt = null } = known.get(eventId) ?? {};
			if (endsAt !== Date.parse(endedAt)) problems.push(`${eventId} was told to be over at ${endedAt}`);
		}
	}
	for (const { id, endedAt } of events)
		if (begun.has(id) && endedAt !== null && !ended.has(id)) problems.push(`${id}: nobody was told that it is over`);
	return problems;
}

/** A message about one event names its time, so its text is unique. */
export function chatsCheck(chats) {
	const single = chats.filter((text) => /, (?:since|from) /.test(text));
	const firsts = single.filter((text) => !/^(?:Perhaps for the second time|Sent again): /.test(text));
	const problems = firsts.filter((text, index) => firsts.indexOf(text) < index).map((text) => `came twice: ${text}`);
	const note = `${chats.length} arrived, ${single.length - firsts.length} of them said that they may be the second`;
	return { title: "No chat is told twice without a word", checked: chats.length, problems, note };
}

export async function messagesCheck(owner, received, events) {
	const messages = await messagesOf(owner);
	const byId = Map.groupBy(received, ({ id }) => id);
	const problems = messages
		.filter(({ state }) => state === "queued" || state === "sending" || state === "failed" || state === "unknown")
		.map(({ id, state, error }) => `${id} is ${state}: ${error}`);
	for (const { id, channel, state } of messages) {
		if (channel === "webhook" && state === "sent" && !byId.has(id)) problems.push(`${id} is "sent" and never came`);
	}
	const known = new Set(messages.map(({ id }) => id));
	for (const id of byId.keys()) if (!known.has(id)) problems.push(`${id} came, and no log knows of it`);
	const firsts = [...byId.values()].map(([first]) => first);
	const notified = Map.groupBy(
		firsts.flatMap((webhook) => tellings(webhook).map((notifying) => ({ telling: notifying, webhook }))),
		({ telling: notifying }) => notifying,
	);
	for (const [notifying, list] of notified)
		if (list.length > 1) problems.push(`${notifying}: told ${list.length} times by different messages`);
	const notifiedEvents = new Set(
		firsts.flatMap((webhook) => tellings(webhook).map((notifying) => notifying.split(" ")[0])),
	);
	for (const { id, startedAt } of events) {
		if (!notifiedEvents.has(id))
			problems.push(`nobody was notified of the event of ${new Date(startedAt).toISOString()}`);
	}
	problems.push(...contradictions(byId, events));
	const repeated = received.length - byId.size;
	const perhaps = messages.filter(({ state }) => state === "mayHaveArrived").length;
	const note = `${received.length} arrived, ${repeated} of them again under the same webhook-id, which says so; ${perhaps} messages may have arrived`;
	return { title: "No message is lost, or sent twice without saying so", checked: messages.length, problems, note };
}

/** The product's error of a run that was killed at every attempt: backend/report/run/hand-over-runs.ts. */
const interrupted = /^It was interrupted three times/;
const interruptionsOfOne = 3;

/** `interruptions`: faults that could end a run midway. A run may fail after three of them, and says so. */
export async function reportsCheck(owner, reportId, { least, most, interruptions }) {
	for (const until = Date.now() + drainMs; ; await wait(1_000)) {
		const [page] = await owner.query(["report.getRuns", { reportId, limit: 100 }]);
		const open = page.runs.filter(({ state }) => state === "queued" || state === "running");
		if (open.length > 0 && Date.now() < until) continue;
		const unmade = page.runs.filter(({ state }) => state !== "ok" && state !== "partial");
		const ended = unmade.filter(({ state, error }) => state === "failed" && interrupted.test(error ?? ""));
		const isExplained = ended.length <= interruptions / interruptionsOfOne;
		const problems = unmade
			.filter((run) => !isExplained || !ended.includes(run))
			.map(({ id, state, error }) => `${id} is ${state}: ${error ?? ""}`);
		const known = page.runs.length;
		if (known < least || known > most) problems.push(`${least} to ${most} were asked for, ${known} are known`);
		const note = `${ended.length} were interrupted three times, and say so`;
		return { title: "Every report that was asked for is made, or says why not", checked: known, problems, note };
	}
}

export function sessionsCheck(people) {
	const problems = people.flatMap(({ email, person }) =>
		person.seen.signedOut.map(({ path, at }) => `${email}, ${at}: ${path}`),
	);
	const results = people.reduce((sum, { person }) => sum + person.seen.answers, 0);
	const failures = people.reduce((sum, { person }) => sum + person.seen.failures, 0);
	const note = `${failures} requests failed for a moment and were asked again`;
	return { title: "Nobody was signed out", checked: results, problems, note };
}
