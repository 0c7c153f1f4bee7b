import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ChannelsCard } from "../../client/features/contacts/channels-card";
import type { ContactDeliveryChannel, ContactDetails } from "../../shared/message/contact";
import { sampleContact } from "../samples";
import { show } from "./show";

function contactWith(sms: Partial<ContactDeliveryChannel>): ContactDetails {
	const common = {
		consentAt: null,
		lastResult: null,
		lastResultAt: null,
		codeUntil: null,
		status: "verified" as const,
	};
	const email = { ...common, channel: "email" as const, address: "pat@example.test", isDefault: true, isInRules: true };
	const phone = { ...common, channel: "sms" as const, address: "+447400123456", isDefault: false, isInRules: false };
	return {
		...sampleContact({ phone: "+447400123456", phoneStatus: "verified" }),
		version: 4,
		language: "en",
		criticalBypassesQuiet: true,
		channels: [email, { ...phone, ...sms }],
		uses: { alerts: [], reports: [], storage: false },
		optOuts: [],
		stopped: [],
		ownPush: null,
	};
}

const showCard = (sms: Partial<ContactDeliveryChannel>, denial: string | null = null) =>
	show(<ChannelsCard contact={contactWith(sms)} denial={denial} onSecret={() => {}} />);
const unused = page.getByText("Not used by any rule.");
const use = page.getByRole("button", { name: "Use for alerts" });

test("A verified phone that no rule uses says so, and becomes a usual channel on request", async () => {
	const fetched = vi.fn<typeof fetch>();
	fetched.mockImplementation(async () => Response.json([{ result: { data: { json: null } } }]));
	vi.stubGlobal("fetch", fetched);
	await showCard({});
	await expect.element(unused).toBeVisible();
	await use.click();
	await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
	const [url, init] = fetched.mock.calls[0] ?? [];
	expect(String(url)).toContain("contact.updateContact");
	const sent: { 0: { json: Record<string, unknown> } } = JSON.parse(String(init?.body));
	expect(sent[0].json).toMatchObject({ version: 4, phone: "+447400123456", defaultChannels: ["email", "sms"] });
	vi.unstubAllGlobals();
});

test("The question about a phone goes with Not now, and what is so stays", async () => {
	await showCard({});
	await page.getByRole("button", { name: "Not now" }).click();
	await expect.element(use).not.toBeInTheDocument();
	await expect.element(unused).toBeVisible();
});

test.for([
	["is a usual channel", { isDefault: true, isInRules: false }, null],
	["is named by a rule", { isInRules: true }, null],
	["is not verified", { status: "unverified" }, null],
	["may not be changed by this user", {}, "Only owners may."],
] as const)("A phone that %s is not asked about", async ([, sms, denial]) => {
	await showCard(sms, denial);
	await expect.element(page.getByText("+447400123456")).toBeVisible();
	expect(use.elements()).toEqual([]);
});
