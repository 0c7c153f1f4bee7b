import { expect, it } from "vitest";
import { changesText, changeText } from "../../client/features/audit/audit-labels";

it("shows instants as times, also those that are stored as numbers, and other numbers as numbers", () => {
	const entity = { kind: "alertEvent", id: "evt_1", name: "Battery low", fields: [] } as const;
	const text = (field: string, after: number | string) =>
		changeText({ ...entity, fields: [] }, { field, before: null, after }, {});
	const at = Date.UTC(2026, 10, 23, 17, 2);
	expect(text("acknowledgedAt", at)).toBe(text("acknowledgedAt", new Date(at).toISOString()));
	expect(text("mutedUntil", at)).toMatch(/^Muted until: Nov 23, /);
	expect(text("count", 1_200)).toBe("Count: 1,200");
});

it("says what was chosen on a page as its button does", () => {
	const entity = { kind: "contact", id: "con_1", name: "Ana", fields: [] } as const;
	const text = (after: string) => changeText({ ...entity, fields: [] }, { field: "choice", before: null, after }, {});
	expect(text("verify")).toBe("Chosen: Confirm this address");
	expect(text("later")).toBe("Chosen: later");
});

it("names a brand's field as its form does", () => {
	const entity = { kind: "account", id: "acc_1", name: "North", fields: [] } as const;
	const change = { field: "draft.mailSender", before: "", after: "North Cold" };
	expect(changeText({ ...entity, fields: [] }, change, {})).toBe("Draft, E-mail sender: none → North Cold");
});

it("shows how a device or its group sends in the words of the settings", () => {
	const entity = { kind: "device", id: "dev_1", name: "Door", fields: [] } as const;
	const text = (field: string) =>
		changeText({ ...entity, fields: [] }, { field, before: "regular", after: "changes" }, {});
	expect(text("sends")).toBe("Sends readings: Regularly → Changes only");
	expect(text("defaults.sends")).toBe("Defaults, sends readings: Regularly → Changes only");
});

it("says of a list that only its order has changed", () => {
	const entity = { kind: "alert", id: "alr_1", name: "Too warm", fields: [] } as const;
	const text = (before: string | null, after: string | null) =>
		changeText({ ...entity, fields: [] }, { field: "contactIds", before, after, as: "list" }, {});
	expect(text(null, null)).toBe("Contacts: in another order");
	expect(text("Ana", "Bob")).toBe("Contacts: without Ana, with Bob");
});

it("says a rule's limit once, with its unit", () => {
	const fields = [
		{ field: "rule.condition.limit.value", before: -18, after: -17 },
		{ field: "limit", before: "−18 °C", after: "−17 °C" },
		{ field: "rule.forSeconds", before: 60, after: 600 },
	];
	const entity = { kind: "alert", id: "alr_1", name: "Too warm", fields } as const;
	const entry = { id: "aud_1", at: new Date(0), action: "alert.updateAlert", entityCount: 1, entities: [entity] };
	const by = { actor: { kind: "user", id: null, name: "Ana" }, browser: null, address: null } as const;
	const text = changesText(
		{ ...entry, ...by, requestId: null, callerRequestId: null, entities: [{ ...entity, fields }] },
		{},
	);
	expect(text).toBe("Limit: −18 °C → −17 °C; Rule, for seconds: 60 → 600");
});
