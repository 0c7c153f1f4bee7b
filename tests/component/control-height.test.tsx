import { Button, Checkbox, NumberInput, PasswordInput, Radio, SegmentedControl, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { MultiSelect, Select } from "../../client/ui/form/select";
import { show } from "./show";

const sizes = ["xs", "sm", "md"] as const;

const controls: ReactNode = sizes.map((size) => (
	<div key={size}>
		<TextInput label={size} size={size} />
		<PasswordInput label={`Password ${size}`} size={size} />
		<NumberInput label={`Number ${size}`} size={size} />
		<Select label={`One ${size}`} size={size} data={["A"]} />
		<MultiSelect label={`Some ${size}`} size={size} data={["A"]} />
		<Button size={size}>Save</Button>
		<SegmentedControl size={size} data={["Day", "Week"]} />
	</div>
));

const heights = () => [
	...new Set(
		[...document.querySelectorAll(".mantine-Input-wrapper, .mantine-Button-root, .mantine-SegmentedControl-root")].map(
			(control) => control.getBoundingClientRect().height,
		),
	),
];

test("Inputs, selects, buttons and choices have one height in every size", async () => {
	await show(controls);
	await expect.element(page.getByRole("button").first()).toBeVisible();
	expect(heights()).toEqual([36]);
});

test("Chosen checkboxes and radios have the brand's color", async () => {
	document.documentElement.style.setProperty("--brand", "rgb(123, 47, 247)");
	await show(
		<>
			<Checkbox label="Chosen box" defaultChecked />
			<Radio label="Chosen way" defaultChecked />
		</>,
	);
	for (const control of [page.getByRole("checkbox"), page.getByRole("radio")]) {
		await expect.element(control).toHaveStyle({ backgroundColor: "rgb(123, 47, 247)" });
	}
	document.documentElement.style.removeProperty("--brand");
});
