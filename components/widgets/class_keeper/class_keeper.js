// Keeps a cookie for as long as a class lasts; the key of the class stands in no link and on no screen.
const SECONDS = 12 * 3600;

export default ({ data }) => {
  const age = data.held ? SECONDS : 0;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${data.cookie}=${data.held}; Max-Age=${age}; Path=/; SameSite=Strict${secure}`;
};
