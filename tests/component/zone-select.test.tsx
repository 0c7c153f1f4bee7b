import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ZoneSelect } from "../../client/ui/form/zone-select";
import { listKnowsWhatIsMarked, show } from "./show";

test("A zone that was saved by a former name is shown by its present one, and another is found by typing", async () => {
	const chosen: string[] = [];
	const likely = [{ value: "device", label: "Device clock" }];
	await show(
		<ZoneSelect label="Time zone" likely={likely} value="Asia/Calcutta" onChange={(zone) => chosen.push(zone)} />,
	);
	const field = page.getByRole("combobox", { name: "Time zone" });
	await expect.element(field).toHaveValue("Asia/Kolkata");
	await field.click();
	await expect.element(page.getByRole("option").first()).toHaveTextContent("Device clock");
	await field.fill("kyiv");
	await listKnowsWhatIsMarked();
	await userEvent.keyboard("{ArrowDown}{Enter}");
	expect(chosen).toEqual(["Europe/Kyiv"]);
});
