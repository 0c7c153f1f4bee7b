import { expect, it } from "vitest";
import { changeText } from "../../client/features/audit/audit-labels";

it("shows instants as times, also those that are stored as numbers, and other numbers as numbers", () => {
	const entity = { kind: "alertEvent", id: "evt_1", name: "Battery low", fields: [] } as const;
	const text = (field: string, after: number | string) =>
		changeText({ ...entity, fields: [] }, { field, before: null, after }, {});
	const at = Date.UTC(2026, 10, 23, 17, 2);
	expect(text("acknowledgedAt", at)).toBe(text("acknowledgedAt", new Date(at).toISOString()));
	expect(text("mutedUntil", at)).toMatch(/^Muted until: Nov 23, /);
	expect(text("count", 1_200)).toBe("Count: 1,200");
});
