import { createFileRoute, redirect } from "@tanstack/react-router";

/** The address on printed labels, so it must never change. */
export const Route = createFileRoute("/_authenticated/d/$deviceId")({
	beforeLoad: ({ params }) => {
		throw redirect({ to: "/devices/$deviceId", params, replace: true });
	},
});
