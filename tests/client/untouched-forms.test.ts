import { expect, test } from "vitest";
import * as alertForm from "../../client/features/alerts/alert-values";
import * as companyForm from "../../client/features/company/company-values";
import * as contactForm from "../../client/features/contacts/contact-values";
import * as brandForm from "../../client/features/customize/brand-values";
import * as groupForm from "../../client/features/groups/group-values";
import * as reportForm from "../../client/features/reports/form/report-values";
import { accessOf, toAccess } from "../../client/features/users/user-values";
import { neutralBrand } from "../../shared/account/brand";
import { type Alert, CreateAlert } from "../../shared/alert/alert";
import { plainNotification } from "../../shared/alert/alert-rule";
import { CreateGroup, type Group } from "../../shared/device/group";
import { type ContactDetails, CreateContact } from "../../shared/message/contact";
import { sampleDefinition } from "../component/sample-report";
import { company, sampleContact } from "../samples";
import { exampleId } from "../upstream/ids";
import { alerts } from "../upstream/records";

const [alert] = alerts;
if (!alert) throw new Error("No rule among the records");

const chosen = (name: Parameters<typeof exampleId>[0]) => [3, 1, 2].map((number) => exampleId(name, number));
const recipients = { contactIds: chosen("contact"), contactGroupIds: chosen("contactGroup") };
const scopes = [{ groupIds: chosen("group") }, { deviceIds: chosen("device") }];

const rules = scopes.map((scope): Alert => {
	const step = { afterSeconds: 3_600, ...recipients, channels: null };
	return { ...alert, scope, ...recipients, notification: { ...plainNotification, escalation: [step] } };
});

const reports = scopes.map((scope) =>
	sampleDefinition({
		scope,
		schedule: {
			recurrence: { kind: "weekly", days: [5, 1], time: "06:00" },
			delayMinutes: 0,
			startsAt: null,
			endsAt: null,
		},
		delivery: {
			...sampleDefinition().delivery,
			...recipients,
			...(scope.groupIds && {
				isPerGroup: true,
				groups: scope.groupIds.map((groupId) => ({ groupId, ...recipients })),
			}),
		},
	}),
);

const address = (channel: ContactDetails["channels"][number]["channel"], text: string, isDefault: boolean) => {
	return { channel, address: text, isDefault } as ContactDetails["channels"][number]; // of which the form reads these
};

const contact = {
	...sampleContact(),
	contactGroupIds: chosen("contactGroup"),
	language: "en",
	criticalBypassesQuiet: false,
	quietHours: [{ days: [7, 1], from: "22:00", to: "06:00" }],
	channels: [address("sms", "+351210000001", true), address("email", "pat@example.test", false)],
} as unknown as ContactDetails; // a whole contact, but for what its page alone shows

const group: Group = {
	id: exampleId("group", 1),
	name: "Cold rooms",
	description: "",
	colour: "teal",
	version: 1,
	kind: "static",
	deviceCount: 3,
	deviceIds: chosen("device"),
	filter: null,
	defaults: { uploadIntervalSeconds: 5_400, retentionDays: null, clock: { timezoneOffset: 345, timeZoneRule: 1 } },
	uses: { alerts: [], reports: [], users: [], invitations: [], groups: [] },
	createdAt: new Date(0),
};

const filtered: Group = {
	...group,
	kind: "dynamic",
	deviceIds: [],
	defaults: {},
	filter: { tags: ["van", "food"], groupIds: chosen("group") },
};

const access = { role: "operator" as const, scope: { groupIds: chosen("group") } };

type Untouched = [form: string, sent: unknown, stored: unknown];

test.each<Untouched>([
	...rules.map((rule): Untouched => {
		return ["an alert rule", alertForm.toAlertInput(alertForm.valuesOf(rule)), CreateAlert.parse(rule)];
	}),
	...reports.map((definition): Untouched => {
		return ["a report", reportForm.toReportInput(reportForm.valuesOf({ definition })), definition];
	}),
	[
		"a contact",
		CreateContact.parse(contactForm.toContactInput(contactForm.valuesOf(contact))),
		CreateContact.parse({
			...contact,
			phone: "+351210000001",
			isCalled: false,
			webhookUrl: null,
			slackUrl: null,
			teamsUrl: null,
			pagerdutyKey: null,
			defaultChannels: ["sms"],
		}),
	],
	...[group, filtered].map((each): Untouched => {
		const { kind, deviceIds, filter } = each;
		const members = kind === "static" ? { kind, deviceIds } : { kind, filter };
		return ["a group", groupForm.toGroupInput(groupForm.valuesOf(each)), CreateGroup.parse({ ...each, members })];
	}),
	["what a user may see", toAccess(accessOf(access)), access],
	["company information", { ...companyForm.valuesOf(company), version: company.version }, company],
	["the look", brandForm.valuesOf({ draft: neutralBrand }), neutralBrand],
])("%s that is opened and saved untouched is what it was, in the order that was chosen", (_, submitted, stored) => {
	expect(submitted).toEqual(stored);
});
