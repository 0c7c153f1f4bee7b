import { createFileRoute, redirect } from "@tanstack/react-router";

/** The address on a printed label: it stays, whatever screens are called. */
export const Route = createFileRoute("/_authenticated/d/$deviceId")({
	beforeLoad: ({ params }) => {
		throw redirect({ to: "/devices/$deviceId", params, replace: true });
	},
});
