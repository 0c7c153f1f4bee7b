import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { WelcomePanes } from "../../features/sign-in/welcome-panes";
import { ButtonLink } from "../../ui/link";

export const Route = createFileRoute("/_public/")({
	loader: loadAuthConfig,
	component: PublicIndex,
});

function PublicIndex() {
	return (
		<WelcomePanes>
			<h1>AQLCloud</h1>
			<p>The web console for your data loggers: what they measure, now and back to the first reading.</p>
			<ButtonLink to="/login" size="md" fullWidth mt={22}>
				Sign in
			</ButtonLink>
		</WelcomePanes>
	);
}
