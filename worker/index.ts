import { Hono } from "hono";
import { monitoringPath } from "../shared/error-service";
import { linkPath } from "../shared/links";
import { livePath } from "../shared/live";
import { auth, isAuthenticated } from "./auth";
import { exportFile } from "./export";
import { health } from "./health";
import { ingest } from "./ingest";
import { links } from "./links";
import { live } from "./live";
import { localRun, withBodyDrained } from "./local-run";
import { withSecurityHeaders } from "./middleware/security-headers";
import { monitoring } from "./monitoring";
import { proxy } from "./proxy";
import { type Console, withDeployment, withRequestId } from "./request-context";
import { withoutLateCookies } from "./session/sign-out";
import { page, unexpectedError, unknownRoute } from "./unmatched";

const app = new Hono<Console>();

app.use(withRequestId, withSecurityHeaders, withDeployment, withBodyDrained, withoutLateCookies);

app.all("/api/isAuthenticated", isAuthenticated);
app.all("/_serverFn/isAuthenticated", isAuthenticated);
app.route("/api/auth", auth);
app.all("/api/proxy/*", proxy);
app.all("/api/ingest/*", ingest);
app.all("/api/export", exportFile);
app.all(`${linkPath}:token`, links);
app.all(livePath, live);
app.all(monitoringPath, monitoring);
app.all("/api/health", health);
app.all("/api/*", unknownRoute);
app.all("/_serverFn/*", unknownRoute);
app.all("/__local", localRun);
app.all("/__local/*", localRun);
app.all("*", page);
app.onError(unexpectedError);

export default app;
