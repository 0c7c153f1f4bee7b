import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useAccount } from "../../../api/account";
import { brandRecord } from "../../../api/later-queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { Customize } from "../../../features/customize/customize";
import { RoleGate } from "../../../features/shell/role-gate";

export const Route = createFileRoute("/_authenticated/accounts/customize/")({
	staticData: { title: "customize" },
	loader: (context) => loadScreenFor("customize", () => [warm(brandRecord())], context),
	component: () => (
		<RoleGate capability="customize" act="seeCustomization">
			<CustomizePage />
		</RoleGate>
	),
});

function CustomizePage() {
	const { data } = useSuspenseQuery(brandRecord());
	return <Customize account={useAccount()} state={data} />;
}
