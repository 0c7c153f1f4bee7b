import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { trpc } from "../../../api/trpc";
import { RoleGate } from "../../../features/shell/role-gate";
import { NotAvailable } from "../../../ui/not-available";

const deviceList = () => trpc.device.getDevices.queryOptions();

export const Route = createFileRoute("/_authenticated/groups/new/")({
	staticData: { title: "Create a new group" },
	loader: (visit) => loadScreenFor("viewFleet", () => [warm(deviceList())], visit),
	component: () => (
		<RoleGate capability="viewFleet" things="groups">
			<NewGroupPage />
		</RoleGate>
	),
});

function NewGroupPage() {
	const { data: devices } = useSuspenseQuery(deviceList());
	return (
		<NotAvailable
			title="Create a new group"
			text="Groups cannot be created here yet. A new group would be made of your devices; those you have can be looked at in the list."
			counts={[{ noun: "device", count: devices.length }]}
			list={{ to: "/groups/", title: "All groups" }}
		/>
	);
}
