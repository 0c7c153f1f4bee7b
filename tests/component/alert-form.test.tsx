import { useSearch } from "@tanstack/react-router";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AlertForm } from "../../client/features/alerts/alert-form";
import { NewAlert } from "../../client/features/alerts/alert-page";
import { type AlertValues, beginAlert, newAlert } from "../../client/features/alerts/alert-values";
import { conditionFormOf } from "../../client/features/alerts/conditions/registry";
import { storeOwnFormat } from "../../client/ui/own-formats";
import { loadUnits } from "../../client/ui/value-display";
import type { ConditionKind } from "../../shared/alert/conditions/registry";
import { deviceRow, coldRoomAndGate as devices, groupRow } from "../client/list-rows";
import { exampleId } from "../upstream/ids";
import { contacts } from "../upstream/records";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

const group = groupRow(exampleId("group", 1), { name: "Cold rooms", deviceCount: 1 });

async function showForm(changes: Partial<AlertValues> = {}, watched = devices) {
	await show(
		<AlertForm
			alert={null}
			initialValues={{ ...newAlert, ...changes }}
			devices={watched}
			groups={[group]}
			contacts={contacts}
			contactGroups={[]}
			isScoped={false}
			onSaved={() => {}}
		/>,
	);
}

const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const choice = (name: string) => page.getByRole("combobox", { name, exact: true });
const shows = (text: string) =>
	expect.element(page.getByRole("region", { name: "In short" }).getByText(text)).toBeVisible();
const submit = () => page.getByRole("button", { name: "Create alert" }).click();

async function choose(name: string, option: string): Promise<void> {
	await choice(name).click();
	await page.getByRole("option", { name: option, exact: true }).click();
}

async function chooseByKeys(option: string): Promise<void> {
	await userEvent.keyboard("{Enter}");
	await expect.element(page.getByRole("option", { name: option, exact: true })).toBeVisible();
	const marked = async () => {
		await userEvent.keyboard("{ArrowDown}");
		return document.querySelector("[data-combobox-selected]")?.textContent;
	};
	await expect.poll(marked).toBe(option);
	await userEvent.keyboard("{Enter}");
}

test("The sentence is written by keyboard alone, part after part, and read back beside it", async () => {
	await showForm();
	await field("Name").click();
	await userEvent.keyboard("Too warm{Tab}{Tab}");
	await expect.element(choice("What is measured")).toHaveFocus();
	await userEvent.tab();
	await userEvent.keyboard("Door side");
	await userEvent.keyboard("{Escape}{Tab}");
	await expect.element(choice("Which devices")).toHaveFocus();
	await userEvent.tab();
	await expect.element(choice("Limit, comparison")).toHaveFocus();
	await chooseByKeys("below");
	await userEvent.keyboard("{Tab}{Tab}");
	await expect.element(field("Limit")).toHaveFocus();
	await userEvent.keyboard("-2,5{Tab}");
	await expect.element(field("For at least, length")).toHaveFocus();
	await userEvent.keyboard("45");
	await shows("Door side is below −2.5 °C for 45 minutes.");
	await shows("Watches 2 devices now.");
});

test("Errors stand at their parts, the first takes the focus, and correcting one leaves the others", async () => {
	await showForm({ escalation: [{ ...emptyStep }] });
	await submit();
	await expect.element(field("Name")).toHaveFocus();
	await expect.element(page.getByText("Enter a name.")).toBeVisible();
	await expect.element(field("Limit")).toHaveAttribute("aria-invalid", "true");
	await expect.element(page.getByText("Choose at least one contact, contact group or role.")).toBeVisible();
	await userEvent.fill(field("Limit"), "8");
	await expect.element(field("Limit")).not.toHaveAttribute("aria-invalid", "true");
	await expect.element(page.getByText("Enter a name.")).toBeVisible();
	await userEvent.fill(field("For at least, length"), "soon");
	await submit();
	await expect.element(field("For at least, length")).toHaveAccessibleDescription("Enter a number.");
	await expect.element(field("Limit")).toHaveValue("8");
});

const emptyStep = {
	after: { amount: "30", unit: "minutes" as const },
	contactIds: [],
	contactGroupIds: [],
	channels: null,
};

test.each<[ConditionKind, string[]]>([
	["range", ["Lower limit", "Upper limit"]],
	["levels", ["Level 1", "Level 2"]],
	["noData", ["Ends after, length"]],
	["rate", ["Change", "Within, length"]],
	["stuck", ["For how long, length"]],
	["statistic", ["Limit"]],
	["repeated", ["Limit", "How many times"]],
	["battery", ["Battery below"]],
	["signal", ["Signal below"]],
	["clockDrift", ["Wrong by more than, length"]],
])("The sentence of the kind %s has its own parts", async (kind, fields) => {
	await showForm();
	await choose("Watch for", conditionFormOf(kind).label);
	for (const name of fields) await expect.element(field(name)).toBeVisible();
	// Missing data and the like end by themselves or by a person, at no other value.
	await choice("How it ends").click();
	const others = kind === "noData" || kind === "stuck" || kind === "clockDrift" ? 0 : 1;
	await expect.element(page.getByRole("option", { name: "when a person clears it" })).toBeVisible();
	expect(page.getByRole("option", { name: "once the value is" }).elements()).toHaveLength(others);
});

test("A limit comes from a field of the device, or from the channel's range", async () => {
	await showForm();
	await choose("Limit, taken from", "the device's field");
	await userEvent.fill(field("Limit, name of the field"), "Max temperature");
	await shows("Temperature is above the device's Max temperature for 10 minutes.");
	await choose("Limit, taken from", "the upper end of its range");
	await shows("Temperature is above the upper end of its expected range for 10 minutes.");
});

test("Limits are typed in the unit that a person reads, and go on to show it where another channel is chosen", async () => {
	onTestFinished(() => storeOwnFormat("temperatureUnit", "stored"));
	storeOwnFormat("temperatureUnit", "°F");
	await loadUnits();
	const inFahrenheit = deviceRow("Oven", { latest: [{ quantity: "temperature", value: 350, unit: "°F" }] });
	await showForm({}, [...devices, inFahrenheit]);
	await userEvent.fill(field("Limit"), "46.4");
	await shows("Temperature is above 46.4 °F for 10 minutes.");
	await userEvent.fill(field("Margin"), "1.8");
	await choose("Watch for", conditionFormOf("rate").label);
	await userEvent.fill(field("Change"), "3.6");
	await shows("Temperature rises by more than 3.6 °F within 30 minutes for 10 minutes.");
	storeOwnFormat("temperatureUnit", "stored");
	await expect.element(field("Change")).toHaveValue("2");
	await expect.element(field("Margin")).toHaveValue("1");
	await choose("Watch for", conditionFormOf("threshold").label);
	await expect.element(field("Limit")).toHaveValue("8");
	storeOwnFormat("temperatureUnit", "°F");
	await choose("What is measured", "Temperature (°F)");
	await expect.element(field("Limit")).toHaveValue("46.4");
	await expect.element(field("Margin")).toHaveValue("1.8");
	await shows("Temperature is above 46.4 °F for 10 minutes.");
	storeOwnFormat("temperatureUnit", "stored");
	await expect.element(field("Limit")).toHaveValue("46.4");
});

test("The sum over a window says that it means nothing of a running total, a mean does not", async () => {
	await showForm();
	await choose("Watch for", conditionFormOf("statistic").label);
	const note = page.getByText("means nothing: choose its change", { exact: false });
	expect(note.elements()).toHaveLength(0);
	await choose("Statistic", "sum");
	await expect.element(note).toBeVisible();
});

test("A door is open or closed, without a number", async () => {
	await showForm();
	await choose("What is measured", "Door");
	await shows("Door is open for 10 minutes.");
	await choose("State of the door", "closed");
	await shows("Door is closed for 10 minutes.");
	expect(field("Limit").elements()).toHaveLength(0);
});

test("Levels are added and removed, and the focus stays among them", async () => {
	await showForm();
	await choose("Watch for", conditionFormOf("levels").label);
	await userEvent.fill(field("Level 1"), "27");
	await userEvent.fill(field("Level 2"), "32");
	await shows("Temperature is above 27 °C (warning) or above 32 °C (critical) for 10 minutes.");
	await page.getByRole("button", { name: "Add level" }).click();
	await expect.element(field("Level 3")).toBeVisible();
	await page.getByRole("button", { name: "Remove level 3" }).click();
	await expect.element(choice("Level 1, taken from")).toHaveFocus();
	await userEvent.fill(field("Level 2"), "20");
	await submit();
	await expect.element(page.getByText("Must be more than the level before.")).toBeVisible();
});

test("Groups are chosen within the sentence, with their own error", async () => {
	await showForm({ name: "Night" });
	await choose("Which devices", "devices in groups");
	await submit();
	await expect.element(page.getByText("Choose at least one group.")).toBeVisible();
	await expect.element(choice("Groups")).toHaveFocus();
	// The list would cover the error, which a person reads first.
	await expect.element(choice("Groups")).toHaveAttribute("aria-expanded", "false");
	await choose("Groups", "Cold rooms");
	await expect.element(page.getByText("Choose at least one group.")).not.toBeInTheDocument();
});

test("Devices are chosen below the sentence, with their own error", async () => {
	await showForm({ name: "Night", scopeKind: "devices" });
	await submit();
	await expect.element(page.getByText("Choose at least one device.")).toBeVisible();
	await page.getByRole("checkbox", { name: "Gate" }).click();
	await shows("Watches 1 device now.");
});

test("Hours have their own errors, and are said in short", async () => {
	await showForm({ name: "Night" });
	await page.getByRole("checkbox", { name: "At any hour" }).click();
	await userEvent.fill(field("To"), "25:00");
	await submit();
	await expect.element(field("To")).toHaveAttribute("aria-invalid", "true");
	await userEvent.fill(field("To"), "06:00");
	await shows("Mon, Tue, Wed, Thu, Fri 08:00 AM to 06:00 AM (Device clock)");
});

test("A single span is added beside the week, rejected where it is not one, and taken away again", async () => {
	await showForm({ name: "Night" });
	await page.getByRole("checkbox", { name: "At any hour" }).click();
	const [begins, ends] = [page.getByLabelText("Span begins"), page.getByLabelText("Span ends")];
	const add = page.getByRole("button", { name: "Add span" });
	await add.click();
	await expect.element(begins).toHaveAccessibleDescription(expect.stringContaining("Choose a time."));
	await begins.fill("2038-01-02T08:00");
	await ends.fill("2038-01-02T07:00");
	await add.click();
	await expect.element(ends).toHaveAccessibleDescription(expect.stringContaining("Must be after the beginning."));
	await ends.fill("2038-01-02T09:30");
	await add.click();
	await shows("Mon, Tue, Wed, Thu, Fri 08:00 AM to 06:00 PM; 1 single span (Device clock)");
	await expect.element(begins).toHaveFocus();
	await page.getByRole("button", { name: "Remove the span that begins Jan 02, 2038, 08:00 AM" }).click();
	await shows("Mon, Tue, Wed, Thu, Fri 08:00 AM to 06:00 PM (Device clock)");
});

test("Says which people it notifies, and that a person may not be reached", async () => {
	await showForm();
	await shows("Notifies nobody.");
	await choose("Contacts", "Rita Sousa");
	await userEvent.keyboard("{Escape}");
	await shows("Notifies Rita Sousa.");
	await page.getByRole("checkbox", { name: "Use each contact's usual channels" }).click();
	await page.getByRole("checkbox", { name: "E-mail" }).click();
	await submit();
	await expect.element(page.getByText("Choose at least one channel.")).toBeVisible();
});

test("Says in short what follows the first message, and nothing that is not complete", async () => {
	const [first] = contacts;
	const step = { ...emptyStep, contactIds: first ? [first.id] : [] };
	const reminder = { isOn: true, every: { amount: "1", unit: "hours" as const }, atMost: "3" };
	await showForm({ reminder, escalation: [step, emptyStep] });
	await shows("Reminds every 1 h, at most 3 times, until somebody acknowledges it.");
	await shows("If nobody acknowledges it for 30 minutes, notifies Rita Sousa too.");
	await userEvent.fill(field("Most reminders"), "");
	await shows("Reminds every 1 h, until somebody acknowledges it.");
	await userEvent.fill(field("Most reminders"), "few");
	await expect.element(page.getByText(/^Reminds every/)).not.toBeInTheDocument();
	expect(page.getByText(/^If nobody acknowledges/).elements()).toHaveLength(1);
});

test("Once a template is chosen, the focus is at the first field of its rule", async () => {
	function Page() {
		const { template }: { template?: string } = useSearch({ strict: false });
		return (
			<NewAlert
				key={template}
				initialValues={beginAlert({ template }, { copied: undefined, isScoped: false })}
				hasTemplates={template === undefined}
				devices={devices}
				groups={[group]}
				contacts={contacts}
				contactGroups={[]}
				isScoped={false}
			/>
		);
	}
	await show(<Page />);
	const template = page.getByRole("link", { name: /^Cold room too warm/ });
	await expect.element(template).toBeVisible();
	template.element().focus();
	await userEvent.keyboard("{Enter}");
	await expect.element(field("Name")).toHaveValue("Cold room too warm");
	await expect.element(field("Name")).toHaveFocus();
});

test("Includes a recipient who is being added, however soon the rule is submitted", async () => {
	const me = exampleId("contact", 9);
	let callMe = (_: object) => {};
	const added = new Promise<object>((resolve) => {
		callMe = resolve;
	});
	const calls = stubCalls({
		"contact.addMe": () => added,
		"alert.createAlert": () => new Promise(() => {}),
		"alert.rehearseAlert": () => new Promise(() => {}),
	});
	const condition = { ...newAlert.condition, limit: { from: "value" as const, value: "8", field: "" } };
	await showForm({ name: "Too warm", condition });
	await page.getByRole("button", { name: "Add me" }).click();
	await submit();
	await expect.poll(() => calls.map(({ procedure }) => procedure)).toContain("contact.addMe");
	expect(calls.filter(({ procedure }) => procedure === "alert.createAlert")).toEqual([]);
	callMe({ id: me });
	const created = () => calls.find(({ procedure }) => procedure === "alert.createAlert")?.input;
	await expect.poll(created).toMatchObject({ contactIds: [me] });
});
