import { useAuthConfig } from "../../api/auth-config";
import { CenteredMessage } from "../../ui/centered-message";
import { ButtonLink } from "../../ui/link";
import { PlainHeader } from "../../ui/plain-header";

/** For an address that leads nowhere. */
export function RootNotFound() {
	const config = useAuthConfig();
	return (
		<>
			<PlainHeader name={config?.companyName ?? "AQLCloud"} />
			<main>
				<CenteredMessage
					figure="404"
					title="Page Not Found"
					text="The page you're looking for doesn't exist or has been moved."
				>
					<ButtonLink to="/">Go to Home</ButtonLink>
				</CenteredMessage>
			</main>
		</>
	);
}
