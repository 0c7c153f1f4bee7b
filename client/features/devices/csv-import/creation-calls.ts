import type { CreateDevice, CreatedDevices } from "../../../../shared/device-inputs";
import { limits } from "../../../../shared/limits";

export type DeviceLine = { line: number; device: CreateDevice };

/** What became of a line. `key` is null where the answer that held it was lost. */
export type LineOutcome =
	| { kind: "added"; id: string; key: string | null; device: CreateDevice }
	| { kind: "refused"; fields: Record<string, string> }
	/** It was sent, and nothing came back. */
	| { kind: "unsure" };

type Calls = {
	create: (devices: CreateDevice[]) => Promise<CreatedDevices>;
	onOutcomes: (outcomes: ReadonlyMap<number, LineOutcome>) => void;
	isStopped: () => boolean;
	/** Whether after such a failure the devices may have been created all the same. */
	isUnsure: (error: unknown) => boolean;
};

/** Room for the envelope, below what a body may be. */
const callBytes = limits.proxyBodyBytes * 0.9;

/** Lines in calls of their own: neither too many for one, nor too long. */
export function callsOf(lines: readonly DeviceLine[]): DeviceLine[][] {
	const calls: DeviceLine[][] = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const line of lines) {
		// No character takes more bytes than three for each of its units.
		const size = JSON.stringify(line.device).length * 3;
		const last = calls.at(-1);
		if (last && last.length < limits.devicesPerCreation && bytes + size <= callBytes) {
			last.push(line);
			bytes += size;
		} else {
			calls.push([line]);
			bytes = size;
		}
	}
	return calls;
}

/**
 * Creates the devices call after call, and tells what became of each as soon as it is known. Throws what stopped it; the
 * lines of the call that failed are unsure where its answer may have been lost, those after it untouched.
 */
export async function createInCalls(
	lines: readonly DeviceLine[],
	{ create, onOutcomes, isStopped, isUnsure }: Calls,
): Promise<void> {
	for (const call of callsOf(lines)) {
		if (isStopped()) return;
		try {
			const answers = await create(call.map(({ device }) => device));
			onOutcomes(new Map(call.map(({ line, device }, index) => [line, outcomeOf(device, answers[index])])));
		} catch (error) {
			if (isUnsure(error)) onOutcomes(new Map(call.map(({ line }) => [line, { kind: "unsure" }])));
			throw error;
		}
	}
}

function outcomeOf(device: CreateDevice, answer: CreatedDevices[number] | undefined): LineOutcome {
	if (answer === undefined) return { kind: "unsure" };
	return "key" in answer ? { kind: "added", ...answer, device } : { kind: "refused", fields: answer.fields };
}

type NewDevice = { id: string; name: string; serialNumber: string | null };

/**
 * What became of lines whose answer was lost, by the devices that the account has got since: each stands for one line at
 * most. A line that none stands for was not added; it has no outcome, so that it can be sent again.
 */
export function resolveUnsure(
	lines: readonly DeviceLine[],
	newDevices: readonly NewDevice[],
): Map<number, LineOutcome> {
	const idsByFacts = new Map<string, string[]>();
	for (const { id, name, serialNumber } of newDevices) {
		const facts = factsOf(name, serialNumber);
		idsByFacts.set(facts, [...(idsByFacts.get(facts) ?? []), id]);
	}
	const outcomes = new Map<number, LineOutcome>();
	for (const { line, device } of lines) {
		const id = idsByFacts.get(factsOf(device.name.trim(), device.serialNumber?.trim() ?? null))?.shift();
		if (id !== undefined) outcomes.set(line, { kind: "added", id, key: null, device });
	}
	return outcomes;
}

function factsOf(name: string, serialNumber: string | null): string {
	return JSON.stringify([name, serialNumber]);
}
