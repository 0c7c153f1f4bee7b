import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { WelcomePanes } from "../../../client/features/sign-in/welcome-panes";
import { neutralBrand, shownBrand } from "../../../shared/account/brand";
import { show } from "../show";
import { stubEndpoints } from "./auth-endpoints";

const slogan = page.getByText("Know before it spoils, freezes or floods.");

function putBrand(): void {
	const brand = { ...neutralBrand, productName: "Northwind Watch", primary: "#7a1fa2" };
	const element = document.createElement("script");
	element.id = "brand";
	element.type = "application/json";
	element.textContent = JSON.stringify(shownBrand({ key: "one", revision: 1, brand }));
	document.head.append(element);
	onTestFinished(() => element.remove());
}

test("Says what the product is for, but not in a customer's name", async () => {
	stubEndpoints({});
	const screen = await show(<WelcomePanes>Sign in</WelcomePanes>);
	await expect.element(slogan).toBeVisible();
	await screen.unmount();
	putBrand();
	await show(<WelcomePanes>Sign in</WelcomePanes>);
	await expect.poll(() => page.getByRole("banner").element().textContent).toContain("Northwind Watch");
	await expect.element(slogan).not.toBeInTheDocument();
});
