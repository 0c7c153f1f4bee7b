import "./ui/styles";
import { MantineProvider } from "@mantine/core";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchForNewVersion } from "./features/shell/new-version";
import { router } from "./router";
import { cssVariables, theme } from "./ui/theme";

watchForNewVersion();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element to draw in.");

createRoot(root).render(
	<StrictMode>
		<MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
			<RouterProvider router={router} />
		</MantineProvider>
	</StrictMode>,
);
