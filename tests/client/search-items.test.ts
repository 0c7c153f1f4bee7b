import { describe, expect, it } from "vitest";
import {
	alertItem,
	contactItem,
	deviceItem,
	groupItem,
	reportItem,
	userItem,
} from "../../client/features/search/entity-items";
import { findItems } from "../../client/features/search/find-items";
import { contactTextNames, groupTextNames, recordOf } from "../../shared/base/plain-fields";
import { sampleContact, sampleUser } from "../samples";
import { deviceRow, groupRow } from "./list-rows";

const contactRow = sampleContact({
	id: "ctc_1",
	fullName: "Ana Reis",
	company: "Frio Lda",
	email: "ana@example.com",
	phone: "+351210000000",
});

const items = [
	deviceItem(deviceRow("Cold room 1", { serialNumber: "AQ-10421", model: "AQ-200", site: "Porto", tags: ["vaccine"] })),
	groupItem(groupRow("Night shift", { description: "Rooms checked at night", deviceCount: 2 })),
	alertItem({
		id: "alr_1",
		name: "Too warm",
		isEnabled: true,
		severity: "warning",
		condition: "Temperature above 8 °C",
		reach: "reached",
		recipients: [],
		deviceCount: 0,
		isEditable: true,
		openEvents: 0,
		lastFiredAt: null,
	}),
	contactItem(contactRow),
	reportItem({
		id: "rep_1",
		name: "Monthly proof",
		isEnabled: true,
		format: "pdf",
		schedule: "Every first Monday",
		nextRunAt: null,
		lastRunAt: null,
		type: "excursions",
		zone: "UTC",
		scopeText: "All devices",
		recipients: [],
		lastRun: null,
		isReadable: true,
	}),
	userItem(sampleUser({ id: "usr_1", name: "", email: "ola@example.com", role: "operator" })),
];

describe("the words by which a thing is found", () => {
	it.each([
		["a device's name", "cold room", "Cold room 1", "/devices/dev_Cold room 1"],
		["a device's serial number without dashes", "aq10421", "Cold room 1", "/devices/dev_Cold room 1"],
		["a device's model", "aq-200", "Cold room 1", "/devices/dev_Cold room 1"],
		["a device's site", "porto", "Cold room 1", "/devices/dev_Cold room 1"],
		["a device's tag", "vaccine", "Cold room 1", "/devices/dev_Cold room 1"],
		["a group's name", "shift", "Night shift", "/groups/Night shift"],
		["a group's description", "rooms checked", "Night shift", "/groups/Night shift"],
		["an alert's name", "warm", "Too warm", "/alerts/edit/alr_1"],
		["an alert's condition", "temperature above", "Too warm", "/alerts/edit/alr_1"],
		["a contact's name", "reis", "Ana Reis", "/accounts/contacts/edit/ctc_1"],
		["a contact's company", "frio", "Ana Reis", "/accounts/contacts/edit/ctc_1"],
		["a contact's e-mail address", "ana@", "Ana Reis", "/accounts/contacts/edit/ctc_1"],
		["a contact's telephone number", "+351", "Ana Reis", "/accounts/contacts/edit/ctc_1"],
		["a report's name", "proof", "Monthly proof", "/reports/edit/rep_1"],
		["a report's schedule", "first monday", "Monthly proof", "/reports/edit/rep_1"],
		["a user's e-mail address, where no name is known", "ola@", "ola@example.com", "/accounts/users/edit/usr_1"],
		["a user's role", "operator", "ola@example.com", "/accounts/users/edit/usr_1"],
	])("finds a thing by its words: %s", (_, query, title, target) => {
		const found = findItems(items, query, { recent: [], current: "/dashboard" });
		expect(found.flatMap((group) => group.items.map((item) => [item.title, item.target]))).toEqual([[title, target]]);
	});

	it("includes every plain text of a contact and of a group", () => {
		const contact = contactItem({ ...contactRow, ...recordOf(contactTextNames, (text) => `own ${text}`) });
		expect(contact.keys.others).toEqual(expect.arrayContaining(contactTextNames.map((text) => `own ${text}`)));
		const group = groupItem(
			groupRow(
				"Night shift",
				recordOf(groupTextNames, (text) => `own ${text}`),
			),
		);
		expect(group.keys.others).toEqual(groupTextNames.map((text) => `own ${text}`));
	});
});
