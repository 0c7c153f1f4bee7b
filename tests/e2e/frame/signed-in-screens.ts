import type { Page } from "playwright-core";

/** Procedures in braces stand for the first entity of their list. */
export type Screen = {
	path: string;
	/** The specification's title; `{name}` is the entity's. */
	title: string;
	/** Where it differs from the title as a sentence. */
	heading?: string;
	loads: string[];
	asksOnceItStands?: string;
};

export const signedInScreens: Screen[] = [
	{
		path: "/dashboard",
		title: "Dashboard",
		loads: ["device.getOverview", "group.getGroups", "firstSteps.getFirstSteps", "alert.getEvents"],
	},
	{
		path: "/devices",
		title: "Devices",
		loads: ["device.getDeviceChanges", "group.getGroups", "device.getBulkProgress", "view.getViews"],
		asksOnceItStands: "device.getCourses",
	},
	{
		path: "/devices/{device.getDevices}",
		title: "{name}",
		loads: ["device.getDevice", "group.getGroups", "log.getSeries"],
		asksOnceItStands: "device.getKineticMeans",
	},
	{
		path: "/devices/{device.getDevices}?tab=distribution",
		title: "{name}",
		loads: ["device.getDevice", "group.getGroups"],
		asksOnceItStands: "log.getDistribution",
	},
	{ path: "/log/", title: "Log", loads: ["log.getLogs", "group.getGroups", "view.getViews"] },
	{
		path: "/compare?a={device.getDevices}.1700000000000.1700604800000",
		title: "Compare",
		loads: ["log.getSeries", "device.getDeviceChanges"],
	},
	{
		path: "/alerts/",
		title: "alerts list",
		loads: ["alert.getAlerts", "alert.getEvents", "device.getDeviceChanges", "group.getGroups", "view.getViews"],
	},
	{ path: "/alerts/?view=rules", title: "alerts list", loads: ["alert.getAlerts"] },
	{ path: "/alerts/coverage/", title: "Alert coverage", loads: ["alert.getCoverage"] },
	{
		path: "/alerts/?view=rosters",
		title: "alerts list",
		heading: "On duty",
		loads: ["alert.getAlerts"],
		asksOnceItStands: "contact.getRosters",
	},
	{
		path: "/alerts/new/",
		title: "New Alert",
		heading: "New rule",
		loads: [
			"account.getContacts",
			"contact.getContactGroups",
			"contact.getRosters",
			"device.getDeviceChanges",
			"group.getGroups",
		],
	},
	{
		path: "/alerts/edit/{alert.getAlerts}",
		title: "{name}",
		loads: [
			"alert.getAlert",
			"alert.getPlannedMutes",
			"account.getContacts",
			"contact.getContactGroups",
			"contact.getRosters",
			"device.getDeviceChanges",
			"group.getGroups",
		],
		asksOnceItStands: "alert.rehearse",
	},
	{ path: "/groups/", title: "groups list", loads: ["group.getGroups", "device.getDeviceChanges", "view.getViews"] },
	{
		path: "/groups/{group.getGroups}",
		title: "{name}",
		loads: [
			"group.getGroup",
			"device.getDeviceChanges",
			"device.getOverview",
			"log.getSeries",
			"alert.getEvents",
			"alert.getPlannedMutes",
		],
	},
	{ path: "/groups/new/", title: "Create a new group", loads: ["device.getDeviceChanges"] },
	{ path: "/groups/edit/{group.getGroups}", title: "{name}", loads: ["group.getGroup", "device.getDeviceChanges"] },
	{
		path: "/groups/{group.getGroups}?view=plans",
		title: "{name}",
		loads: ["group.getGroup", "group.getFloorPlans", "device.getDeviceChanges"],
	},
	{
		path: "/groups/{group.getGroups}?view=mapping",
		title: "{name}",
		loads: ["group.getGroup", "report.getStudies", "device.getDeviceChanges"],
	},
	{ path: "/reports/", title: "reports list", loads: ["report.getReports"] },
	{
		path: "/reports/?view=rounds",
		title: "reports list",
		heading: "Rounds",
		loads: ["round.getRounds"],
	},
	{
		path: "/reports/?view=certificates",
		title: "reports list",
		heading: "Calibration certificates",
		loads: ["device.getDueCertificates"],
	},
	{
		path: "/reports/new/",
		title: "New Report",
		loads: ["account.getContacts", "contact.getContactGroups", "device.getDeviceChanges", "group.getGroups"],
		asksOnceItStands: "report.previewReport",
	},
	{
		path: "/reports/edit/{report.getReports}",
		title: "{name}",
		loads: [
			"report.getReport",
			"account.getContacts",
			"contact.getContactGroups",
			"device.getDeviceChanges",
			"group.getGroups",
		],
		asksOnceItStands: "report.previewReport",
	},
	{
		path: "/reports/edit/{report.getReports}?tab=runs",
		title: "{name}",
		loads: [
			"report.getReport",
			"report.getRuns",
			"account.getContacts",
			"contact.getContactGroups",
			"device.getDeviceChanges",
			"group.getGroups",
		],
	},
	{ path: "/profile", title: "My profile", loads: ["session.getSessions", "contact.getRosters"] },
	{ path: "/accounts/users/", title: "Users list", loads: ["account.getUsers", "view.getViews"] },
	{ path: "/accounts/users/new", title: "Create New User", loads: [] },
	{ path: "/accounts/users/edit/{account.getUsers}", title: "{name}", loads: ["account.getUsers"] },
	{
		path: "/accounts/contacts/",
		title: "Contacts list",
		loads: ["account.getContacts", "contact.getContactGroups", "view.getViews"],
	},
	{
		path: "/accounts/contacts/new",
		title: "Create New Contact",
		loads: ["contact.getContactGroups", "account.getUsers"],
	},
	{
		path: "/accounts/contacts/edit/{account.getContacts}",
		title: "{name}",
		loads: ["contact.getContact", "contact.getContactGroups", "account.getUsers", "message.getMessages"],
	},
	{ path: "/accounts/messages/", title: "Delivery log", loads: ["message.getMessages"] },
	{ path: "/accounts/audit/", title: "Audit log", loads: ["account.getAudit", "account.getUsers"] },
	{
		path: "/accounts/audit/?view=reviews",
		title: "Audit log",
		heading: "Reviews of the audit log",
		loads: ["account.getTrailReviews"],
	},
	{
		path: "/accounts/audit/?view=proposals",
		title: "Audit log",
		heading: "Proposals",
		loads: ["account.getProposals"],
	},
	{
		path: "/accounts/keys/",
		title: "API keys",
		loads: ["account.getApiKeys", "group.getGroups", "account.getAssistants", "webhook.getWebhooks"],
	},
	{
		path: "/accounts/keys/connect",
		title: "Connect an assistant",
		loads: ["account.getAssistantRequest", "group.getGroups"],
	},
	{
		path: "/accounts/storage/",
		title: "Storage",
		loads: [
			"billing.getStorageDetails",
			"billing.getStorageOverview",
			"billing.getShortenings",
			"account.getFailedWork",
		],
	},
	{ path: "/accounts/customize/", title: "Customize", loads: ["account.getBrand"] },
	{ path: "/accounts/company/", title: "Company Information", loads: ["account.getSso"] },
	{ path: "/accounts/billing/", title: "Billing", loads: ["billing.getBillingSummary", "billing.getBillingDetails"] },
];

type Listed = { id: string; name?: string; fullName?: string };

/** A screen's address and title with the first entity of its list in place of `{procedure}` and `{name}`. */
export async function withEntity(page: Page, { path, title }: Screen): Promise<{ path: string; title: string }> {
	const procedure = /\{(.+)\}/.exec(path)?.[1];
	if (procedure === undefined) return { path, title };
	const answer = await page.context().request.get(`/api/proxy/${procedure}?input=%7B%7D`);
	const [entity]: Listed[] = (await answer.json()).result.data.json;
	if (!entity) throw new Error(`${procedure} answered an empty list`);
	const name = entity.fullName ?? entity.name ?? "";
	return { path: path.replace(/\{.+\}/, entity.id), title: title.replace("{name}", name) };
}
