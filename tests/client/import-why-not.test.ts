import { describe, expect, it } from "vitest";
import { whyNot } from "../../client/features/import/why-not";
import { type FileChoices, noChoices, targetsForParts } from "../../shared/log/file-choices";
import type { ImportPreview } from "../../shared/log/reading-import";

const devices = [
	{ id: "one", name: "Archive 1" },
	{ id: "two", name: "Archive 2" },
];
const parts = devices.map(({ name }) => ({ text: name }));
const divided: FileChoices = { ...noChoices("one"), targets: targetsForParts(parts, devices) };

const preview = (facts: Partial<ImportPreview> = {}, channelId: string | null = "air") => {
	const columns = [{ column: 1, name: "Air", unit: null, channelId, samples: [] }];
	const shown = { readings: 4, duplicates: 0, rejectedCount: 0, questions: [], columns, ...facts };
	return { preview: shown as unknown as ImportPreview }; // what the reasons depend on
};
const clock = { kind: "clock", isAnswered: false, line: 2, text: "1.1.26", rows: 1, proposedMinutes: null } as const;

describe("why a file is not imported yet", () => {
	it("gives no reason where there is something new and nothing open", () => {
		expect(whyNot(noChoices("one"), [preview()], devices)).toBeNull();
		expect(whyNot(divided, [preview(), preview({}, "door")], devices)).toBeNull();
	});

	it("names what is open, and of which part", () => {
		expect(whyNot(noChoices("one"), [preview({ questions: [clock] })], devices)).toBe(
			"Answer the open question first.",
		);
		const open = preview({ questions: [clock, clock] });
		expect(whyNot(divided, [preview(), open], devices)).toBe("Answer the 2 open questions of Archive 2 first.");
	});

	it("says that no part has a device, and that two lead to one channel", () => {
		const none = { ...divided, targets: targetsForParts(parts, []) };
		expect(whyNot(none, [null, null], devices)).toBe("Choose a device for one part at least.");
		expect(whyNot(divided, [preview(), preview()], devices)).toMatch(
			/^Archive 1 and Archive 2 lead to the same channel/,
		);
	});

	it("says that all is there already, that no column leads anywhere, or that all is rejected", () => {
		const of = (facts: Partial<ImportPreview>, channelId: string | null = "air") =>
			whyNot(noChoices("one"), [preview({ readings: 0, ...facts }, channelId)], devices);
		expect(of({ duplicates: 58 })).toBe("Nothing to import: all 58 readings were there already.");
		expect(of({}, null)).toBe("No column leads to a channel yet.");
		expect(of({ rejectedCount: 3 })).toBe("Nothing to import: 3 cells skipped.");
	});
});
