import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { DialogStep } from "../../client/ui/form/dialog-step";
import { show } from "./show";

test("Keeps all of a step above its buttons where a phone gives the step a height", async () => {
	await show(
		<div style={{ display: "grid", gridTemplateRows: "300px" }}>
			<DialogStep buttons={<button type="button">Import</button>}>
				<div style={{ display: "flex", flexDirection: "column", minHeight: 100 }}>
					<p style={{ flex: "none", height: 400, margin: 0 }}>What importing does</p>
				</div>
			</DialogStep>
		</div>,
	);
	const last = page.getByText("What importing does").element().getBoundingClientRect();
	const buttons = page.getByRole("button", { name: "Import" }).element().closest("[class*=buttons]");
	const step = buttons?.parentElement;
	expect(step?.firstElementChild?.getBoundingClientRect().bottom).toBeGreaterThanOrEqual(last.bottom);
});
