import { createFileRoute } from "@tanstack/react-router";
import { useAccount } from "../../../api/account";
import { loadScreen } from "../../../api/screen-loader";
import { CustomizeOverview } from "../../../features/customize/customize-overview";
import { RoleGate } from "../../../features/shell/role-gate";

export const Route = createFileRoute("/_authenticated/accounts/customize/")({
	staticData: { title: "Customize" },
	loader: (context) => loadScreen([], context),
	component: () => (
		<RoleGate capability="customize" things="how the console is customized">
			<CustomizePage />
		</RoleGate>
	),
});

function CustomizePage() {
	return <CustomizeOverview account={useAccount()} />;
}
