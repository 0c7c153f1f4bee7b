import { createFileRoute, useLocation } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { WelcomePanes } from "../../features/sign-in/welcome-panes";
import { VerifyFile } from "../../features/verify/verify-file";

export const Route = createFileRoute("/_public/verify")({
	staticData: { outerTitle: "verify" },
	loader: loadAuthConfig,
	component: VerifyPage,
});

function VerifyPage() {
	return (
		<WelcomePanes>
			<VerifyFile printed={useLocation({ select: ({ hash }) => hash })} />
		</WelcomePanes>
	);
}
