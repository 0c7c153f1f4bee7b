import type { User } from "../shared/account/account";
import type { Company } from "../shared/account/company";
import type { AlertRule } from "../shared/alert/alert-rule";
import { specifiedFormats } from "../shared/formats/display-formats";
import type { Contact, CreateContact } from "../shared/message/contact";

/** Sample objects of the wire, whole and plain, with a test's changes. */

export function sampleUser(changes: Partial<User> = {}): User {
	return {
		id: `usr_${"0".repeat(26)}`,
		name: "Olivia Owner",
		email: "owner@example.test",
		role: "owner",
		scope: "all",
		status: "active",
		lastSeenAt: null,
		lastSignInAt: null,
		invitation: null,
		version: 1,
		createdAt: new Date(0),
		...changes,
	};
}

export function sampleContact(changes: Partial<Contact> = {}): Contact {
	return {
		id: `ctc_${"0".repeat(26)}`,
		fullName: "Pat Example",
		company: "",
		title: "",
		email: "pat@example.test",
		emailStatus: "verified",
		phone: null,
		phoneStatus: "unverified",
		otherChannels: [],
		quietHours: [],
		pausedUntil: null,
		contactGroupIds: [],
		linkedUserId: null,
		useCounts: { alerts: 0, reports: 0, storage: 0 },
		lastResult: null,
		timeZone: "UTC",
		lastNotifiedAt: null,
		createdAt: new Date(0),
		...changes,
	};
}

export function contactInput(changes: Partial<CreateContact> = {}): CreateContact {
	return {
		fullName: "Ana Prado",
		company: "",
		title: "",
		timeZone: "Europe/Lisbon",
		language: "en",
		email: "ana@example.test",
		phone: null,
		webhookUrl: null,
		slackUrl: null,
		defaultChannels: ["email"],
		quietHours: [],
		criticalBypassesQuiet: true,
		contactGroupIds: [],
		linkedUserId: null,
		...changes,
	};
}

export const warmRule: AlertRule = {
	condition: {
		kind: "threshold",
		channels: { quantity: "temperature", unit: "°C", name: null },
		comparison: ">",
		limit: { from: "value", value: 8 },
	},
	forSeconds: 0,
	clear: { by: "opposite", hysteresis: null, clearForSeconds: 0 },
	schedule: null,
};

export const company: Company = {
	stillOutHours: 4,
	version: 1,
	companyName: "Acme",
	legalName: "",
	taxId: "",
	industry: "",
	description: "",
	street: "",
	postcode: "",
	city: "",
	region: "",
	country: "",
	phone: "",
	email: "",
	website: "",
	supportContact: "",
	timeZone: "Europe/Lisbon",
	language: "en",
	...specifiedFormats,
	reportRetention: "400d",
	evidenceRetention: "400d",
	reportMail: "asSaved",
	fileCheck: "on",
	signing: "anyone",
	trailReview: "off",
	assessments: "optional",
};
