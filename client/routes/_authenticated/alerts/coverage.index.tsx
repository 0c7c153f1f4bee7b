import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { mayAddDevices } from "../../../../shared/account/permissions";
import { useAccount } from "../../../api/account";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { trpc } from "../../../api/trpc";
import { Coverage } from "../../../features/alerts/coverage";
import { RoleGate } from "../../../features/shell/role-gate";

const alertCoverage = () => queryOptions(trpc.alert.getCoverage.queryOptions());

export const Route = createFileRoute("/_authenticated/alerts/coverage/")({
	staticData: { title: "coverage" },
	loader: (context) => loadScreenFor("viewContacts", () => [warm(alertCoverage())], context),
	component: () => (
		<RoleGate capability="viewContacts" act="seeAlerts">
			<CoveragePage />
		</RoleGate>
	),
});

function CoveragePage() {
	const { data } = useSuspenseQuery(alertCoverage());
	const { me } = useAccount();
	return <Coverage coverage={data} mayAddDevices={mayAddDevices(me)} />;
}
