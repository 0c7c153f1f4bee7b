import type { CurrentAccount } from "../../../shared/account";
import { useAuthConfig } from "../../api/auth-config";
import { CenteredMessage } from "../../ui/feedback/notes";
import { PlainHeader } from "../../ui/layout/brand";
import { ButtonLink } from "../../ui/layout/link";

/** For an address that leads nowhere. `account`: of somebody signed in, where it could be loaded. */
export function RootNotFound({ account }: { account: CurrentAccount | null }) {
	const config = useAuthConfig();
	return (
		<>
			<PlainHeader name={account?.companyName ?? config?.companyName ?? "AQLCloud"} logoUrl={account?.logoUrl} />
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
