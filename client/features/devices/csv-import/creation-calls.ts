import type { CreateDevice, CreatedDevices } from "../../../../shared/device-inputs";
import { limits } from "../../../../shared/limits";
import { callsOf } from "../../../forms/file-import/calls-of";

export type DeviceLine = { line: number; device: CreateDevice };

/** `key` is null where the answer that held it was lost. */
export type LineOutcome =
	| { kind: "added"; id: string; key: string | null; device: CreateDevice }
	| { kind: "refused"; fields: Record<string, string> }
	| { kind: "unsure" };

type Calls = {
	create: (devices: CreateDevice[]) => Promise<CreatedDevices>;
	onOutcomes: (outcomes: ReadonlyMap<number, LineOutcome>) => void;
	isStopped: () => boolean;
	/** Whether the devices may have been created despite the failure. */
	isUnsure: (error: unknown) => boolean;
};

/**
 * Reports each outcome as soon as it is known. Throws what stopped it: the lines of the failed call are unsure if its
 * answer may have been lost, later lines were not sent.
 */
export async function createInCalls(
	lines: readonly DeviceLine[],
	{ create, onOutcomes, isStopped, isUnsure }: Calls,
): Promise<void> {
	for (const call of callsOf(lines, limits.devicesPerCreation, ({ device }) => device)) {
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
 * Matches lines whose answer was lost with devices created since, one line per device. A line without a match was not
 * added and has no outcome, so that it can be sent again.
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
