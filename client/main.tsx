import "./ui/layout/styles";
import { MantineProvider } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { isFault, returnPathFor } from "./api/error-funnel";
import { takeArrivedAccount } from "./base/arrived-account";
import { reportCaught, startReporting } from "./error-reporting/start-reporting";
import { watchForNewVersion } from "./features/shell/new-version";
import { router } from "./router";
import { theme } from "./ui/layout/theme";

// Before the router reads the address.
takeArrivedAccount();

watchForNewVersion({
	isUnderWay: () => router.state.status === "pending" || isAhead(),
	atNext: (start) => {
		const leave = router.subscribe("onBeforeLoad", () => {
			leave();
			start();
		});
	},
});

function isAhead(): boolean {
	const { resolvedLocation } = router.state;
	return router.history.location.state.__TSR_key !== resolvedLocation?.state.__TSR_key;
}

// A report of that page could hold the provider's response.
if (!("ssoReturn" in globalThis)) {
	void startReporting(
		new Promise((resolve) => {
			const isThere = router.subscribe("onRendered", () => {
				isThere();
				resolve();
			});
		}),
	);
}

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element to draw in.");

createRoot(root, {
	onCaughtError: (error) => {
		// A denial that navigates to another page is not a fault.
		if (returnPathFor(error) !== null) return;
		console.error(error);
		if (isFault(error)) reportCaught(error);
	},
}).render(
	<StrictMode>
		<MantineProvider theme={theme} defaultColorScheme="auto">
			<RouterProvider router={router} />
		</MantineProvider>
	</StrictMode>,
);
