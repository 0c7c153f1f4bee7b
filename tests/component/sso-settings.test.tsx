import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { SsoCards } from "../../client/features/company/sso/sso-cards";
import type { SsoSettings } from "../../shared/account/sso";
import { show } from "./show";
import { Denied, stubCalls } from "./stubbed-calls";

const [ana, ben] = ["usr_00000000000000000000000001", "usr_00000000000000000000000002"];
const group = { id: "grp_00000000000000000000000001", name: "Warehouse", parentId: null };

const domain: SsoSettings["domains"][number] = {
	domain: "acme.example",
	record: { name: "_aqlcloud.acme.example", text: "aqlcloud-domain=1" },
	state: "held",
	missingSince: null,
	lookedAt: new Date(),
	newcomer: { role: "viewer", scope: "all" },
};

const ready: SsoSettings = {
	domains: [domain],
	provider: {
		name: "sso-acme",
		kind: "oidc",
		address: "https://id.acme.example",
		clientId: "console",
		isReady: true,
		createdAt: new Date(),
		endsAt: null,
	},
	mayAddProvider: true,
	emergencyOwnerIds: null,
	gaps: [],
	owners: [
		{ id: ana, name: "Ana", email: "ana@acme.example", hasSecondStep: true },
		{ id: ben, name: "Ben", email: "ben@acme.example", hasSecondStep: false },
	],
};

async function showCards(settings: SsoSettings, replies: Parameters<typeof stubCalls>[0] = {}) {
	const calls = stubCalls({ "account.getSso": () => settings, "group.getGroups": () => [group], ...replies });
	const screen = await show(<SsoCards />);
	const region = screen.getByRole("region", { name: "Only single sign-on" });
	await expect.element(region).toBeInTheDocument();
	return { calls, screen, region };
}

describe("the part that allows only single sign-on", () => {
	test("says what is missing, and offers nothing before it is there", async () => {
		const { region } = await showCards({ ...ready, gaps: ["provider", "domain", "signIn"] });
		for (const lack of [/must be ready first/, /must be proved first/, /must have signed in/]) {
			await expect.element(region.getByText(lack)).toBeInTheDocument();
		}
		await expect.element(region.getByRole("button")).not.toBeInTheDocument();
	});

	test("asks for an owner with a second step, and once more before it signs everyone out", async () => {
		const on = { ...ready, emergencyOwnerIds: [ana] };
		const { calls, screen, region } = await showCards(ready, { "account.requireSso": () => on });
		const start = region.getByRole("button", { name: "Allow only single sign-on" });
		await userEvent.click(start);
		await expect.element(region.getByText("Choose one to 3 owners.")).toBeInTheDocument();
		const owners = region.getByRole("combobox", { name: "Emergency owners" });
		await userEvent.click(owners);
		const without = screen.getByRole("option", { name: "Ben (has not signed in with a second step)" });
		await expect.element(without).toHaveAttribute("data-combobox-disabled");
		await userEvent.click(screen.getByRole("option", { name: "Ana" }));
		await userEvent.keyboard("{Escape}");
		await userEvent.click(start);
		const dialog = screen.getByRole("dialog");
		await expect.element(dialog.getByText(/is signed out of this account now/)).toBeInTheDocument();
		expect(calls.some(({ procedure }) => procedure === "account.requireSso")).toBe(false);
		await userEvent.click(dialog.getByRole("button", { name: "Allow only single sign-on" }));
		await expect.element(region.getByText("On: members sign in only with your service.")).toBeInTheDocument();
		expect(calls.at(-1)).toEqual({ procedure: "account.requireSso", input: { emergencyOwnerIds: [ana] } });
	});

	test("says that members are kept out, warns before another service, and allows passwords again", async () => {
		const waiting: SsoSettings = { ...ready, emergencyOwnerIds: [ana], gaps: ["domain"] };
		const { calls, screen, region } = await showCards(waiting, { "account.requireSso": () => ready });
		await expect.element(region.getByText(/Only the emergency owners can/)).toBeInTheDocument();
		await userEvent.click(screen.getByRole("button", { name: "Enter another service" }));
		await expect.element(screen.getByText(/^Until the operator has added the new service/)).toBeInTheDocument();
		await userEvent.click(region.getByRole("button", { name: "Allow passwords again" }));
		await userEvent.click(screen.getByRole("dialog").getByRole("button", { name: "Allow passwords again" }));
		await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
		expect(calls.at(-1)).toEqual({ procedure: "account.requireSso", input: { emergencyOwnerIds: null } });
	});

	test("warns that no emergency owner is left, and takes a new one", async () => {
		const { region } = await showCards({ ...ready, emergencyOwnerIds: [] });
		await expect.element(region.getByText(/^No emergency owner is left/)).toBeInTheDocument();
		await expect.element(region.getByRole("button", { name: "Save emergency owners" })).toBeInTheDocument();
	});

	test("shows a denial at the owners, and keeps the choice", async () => {
		const { screen, region } = await showCards(
			{ ...ready, emergencyOwnerIds: [ana] },
			{
				"account.requireSso": () => {
					throw new Denied({ fields: { emergencyOwnerIds: "Ana has no second step." } });
				},
			},
		);
		await userEvent.click(region.getByRole("button", { name: "Save emergency owners" }));
		await expect.element(region.getByText("Ana has no second step.")).toBeInTheDocument();
		await expect.element(screen.getByRole("button", { name: "Save emergency owners" })).toBeEnabled();
		expect(screen.getByText("Ana", { exact: true }).elements().length).toBeGreaterThan(0);
	});
});

describe("the groups of people who are new", () => {
	test("say that the chosen ones are gone, and never show an id", async () => {
		const gone = "grp_00000000000000000000000009";
		const former = { ...domain, newcomer: { role: "viewer" as const, scope: { groupIds: [gone] } } };
		const { screen } = await showCards({ ...ready, domains: [former] });
		const groups = screen.getByRole("combobox", { name: "Groups that they see" });
		await expect.element(groups).toHaveAttribute("placeholder", "The groups that were chosen are gone");
		expect(screen.container.textContent).not.toContain("grp_");
	});

	test("read as all groups while none is chosen, and can be cleared", async () => {
		const some = { ...domain, newcomer: { role: "viewer" as const, scope: { groupIds: [group.id] } } };
		const chosen: SsoSettings = { ...ready, domains: [some] };
		let saved = ready;
		const { calls, screen } = await showCards(ready, {
			"account.saveNewcomer": () => {
				saved = saved === ready ? chosen : ready;
				return saved;
			},
		});
		const groups = screen.getByRole("combobox", { name: "Groups that they see" });
		await expect.element(groups).toHaveAttribute("placeholder", "All groups");
		await userEvent.click(groups);
		await userEvent.click(screen.getByRole("option", { name: "Warehouse" }));
		await expect.poll(() => calls.at(-1)?.input).toMatchObject({ newcomer: some.newcomer });
		await expect.element(groups).not.toHaveAttribute("placeholder");
		await userEvent.keyboard("{Escape}");
		await userEvent.click(screen.getByRole("button", { name: "Clear: Groups that they see" }));
		await expect.poll(() => calls.at(-1)?.input).toMatchObject({ newcomer: { scope: "all" } });
		await expect.element(groups).toHaveAttribute("placeholder", "All groups");
	});
});
