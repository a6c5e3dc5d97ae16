#include "worker/frontend/cooperative_matrices.h"

#include <bit>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/ParsedAttrInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>

#include "clc/package/matrix_products.h"
#include "worker/ir/matrix_type.h"

namespace clc::worker {
namespace {

constexpr char k_extension[] = "cl_khr_cooperative_matrix";
constexpr llvm::StringLiteral k_mul_add = "coop_mat_mulAdd";
constexpr llvm::StringLiteral k_load = "coop_mat_load";
constexpr llvm::StringLiteral k_store = "coop_mat_store";
constexpr llvm::StringLiteral k_init = "coop_mat_init";
constexpr llvm::StringLiteral k_length = "__clc_coop_mat_length";

struct Session {
  bool is_enabled = false;
  std::vector<clang::QualType> types;
};
Session session;

void report(clang::DiagnosticsEngine& diagnostics, clang::SourceLocation place, const std::string& text) {
  diagnostics.Report(place, diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0")) << text;
}

std::optional<MatrixType> matrix_of(clang::QualType type) {
  if (type.isNull() || type->isDependentType()) return std::nullopt;
  const auto* vector = type->getAs<clang::ExtVectorType>();
  return vector == nullptr ? std::nullopt : matrix_of_length(vector->getNumElements());
}

clang::QualType element_of(clang::QualType matrix) {
  return matrix->castAs<clang::ExtVectorType>()->getElementType().getCanonicalType().getUnqualifiedType();
}

// The element's scalar and how its bits are read.
std::optional<MatrixElement> product_element(clang::QualType type, Component component) {
  const auto* builtin = type->getAs<clang::BuiltinType>();
  if (builtin == nullptr) return std::nullopt;
  switch (builtin->getKind()) {
    case clang::BuiltinType::Char_S:
    case clang::BuiltinType::SChar:
    case clang::BuiltinType::UChar:
    case clang::BuiltinType::Char_U:
      return MatrixElement::k_int8;
    case clang::BuiltinType::Short:
      return MatrixElement::k_int16;
    case clang::BuiltinType::UShort:
      return component == Component::k_bfloat ? MatrixElement::k_bfloat : MatrixElement::k_int16;
    case clang::BuiltinType::Int:
    case clang::BuiltinType::UInt:
      return MatrixElement::k_int32;
    case clang::BuiltinType::Long:
    case clang::BuiltinType::ULong:
      return MatrixElement::k_int64;
    case clang::BuiltinType::Half:
      return MatrixElement::k_half;
    case clang::BuiltinType::Float:
      return component == Component::k_tf32 ? MatrixElement::k_tf32 : MatrixElement::k_float;
    case clang::BuiltinType::Double:
      return MatrixElement::k_double;
    default:
      return std::nullopt;
  }
}

// Why three types make no product; empty where they do.
std::string unfit(clang::QualType a, clang::QualType b, clang::QualType c) {
  const auto first = matrix_of(a);
  const auto second = matrix_of(b);
  const auto third = matrix_of(c);
  if (!first || first->use != MatrixUse::k_a) return "the first argument must be a matrix of CLK_COOPERATIVE_MATRIX_A";
  if (!second || second->use != MatrixUse::k_b)
    return "the second argument must be a matrix of CLK_COOPERATIVE_MATRIX_B";
  if (!third || third->use != MatrixUse::k_accumulator)
    return "the third argument must be a matrix of CLK_COOPERATIVE_MATRIX_ACCUMULATOR";
  const auto shape = [](const MatrixType& type) {
    return std::to_string(type.rows) + "x" + std::to_string(type.columns);
  };
  if (first->columns != second->rows || first->rows != third->rows || second->columns != third->columns) {
    return "the shapes do not fit: " + shape(*first) + " by " + shape(*second) + " added to " + shape(*third);
  }
  const auto is_product = [&](clang::QualType left, clang::QualType right, clang::QualType sum) {
    const auto x = product_element(element_of(left), first->component);
    const auto y = product_element(element_of(right), second->component);
    const auto z = product_element(element_of(sum), third->component);
    return x && y && z && is_matrix_product(*x, *y, *z);
  };
  if (is_product(a, b, c)) return {};
  return "the element types do not fit: " + element_of(a).getAsString() + " by " + element_of(b).getAsString() +
         " added to " + element_of(c).getAsString();
}

// Declares functions of a matrix type, as Clang declares builtins when they are first used.
class FunctionMaker {
 public:
  explicit FunctionMaker(clang::Sema& sema) : sema_(sema), context_(sema.Context) {}

  void declare_for(clang::QualType matrix) {
    clang::QualType layout = context_.IntTy;
    clang::QualType stride = context_.getSizeType();
    std::vector<clang::LangAS> spaces{clang::LangAS::opencl_global, clang::LangAS::opencl_local};
    if (sema_.getLangOpts().OpenCLGenericAddressSpace) spaces.push_back(clang::LangAS::opencl_generic);
    for (const clang::LangAS space : spaces) {
      const clang::QualType pointed = context_.getAddrSpaceQualType(element_of(matrix), space);
      declare(k_store, context_.VoidTy, {context_.getPointerType(pointed), matrix, layout, stride});
    }
    // A variable is private; a type is in no address space, or in the generic one.
    for (const clang::LangAS space : {clang::LangAS::opencl_private, clang::LangAS::opencl_generic}) {
      if (space == clang::LangAS::opencl_generic && !sema_.getLangOpts().OpenCLGenericAddressSpace) continue;
      const clang::QualType held = context_.getAddrSpaceQualType(matrix, space);
      declare(k_length, context_.UnsignedIntTy, {context_.getPointerType(held)});
    }
    for (const clang::QualType x : session.types) {
      for (const clang::QualType y : session.types) declare_products(matrix, x, y);
    }
  }

 private:
  // The products of three types in which `matrix` is one.
  void declare_products(clang::QualType matrix, clang::QualType x, clang::QualType y) {
    declare_product(matrix, x, y);
    if (x != matrix) declare_product(x, matrix, y);
    if (x != matrix && y != matrix) declare_product(x, y, matrix);
  }

  void declare_product(clang::QualType a, clang::QualType b, clang::QualType c) {
    if (!unfit(a, b, c).empty()) return;
    declare(k_mul_add, c, {a, b, c});
    declare(k_mul_add, c, {a, b, c, context_.IntTy});
  }

  void declare(llvm::StringRef name, clang::QualType result, llvm::ArrayRef<clang::QualType> parameters) {
    clang::TranslationUnitDecl* unit = context_.getTranslationUnitDecl();
    clang::FunctionProtoType::ExtProtoInfo info;
    const clang::QualType type = context_.getFunctionType(result, parameters, info);
    auto* function = clang::FunctionDecl::Create(context_, unit, {}, {}, &context_.Idents.get(name), type,
                                                 context_.getTrivialTypeSourceInfo(type), clang::SC_Extern);
    std::vector<clang::ParmVarDecl*> list;
    for (const clang::QualType parameter : parameters) {
      list.push_back(
          clang::ParmVarDecl::Create(context_, function, {}, {}, nullptr, parameter, nullptr, clang::SC_None, nullptr));
    }
    function->setParams(list);
    function->setImplicit();
    function->addAttr(clang::OverloadableAttr::CreateImplicit(context_));
    function->addAttr(clang::ConvergentAttr::CreateImplicit(context_));
    function->addAttr(clang::NoThrowAttr::CreateImplicit(context_));
    clang::Sema::ContextRAII within(sema_, unit);
    sema_.PushOnScopeChains(function, sema_.TUScope);
  }

  clang::Sema& sema_;
  clang::ASTContext& context_;
};

// coop_mat(scope, rows, columns, use) and, as an extension, how the elements' bits are read.
class MatrixAttribute final : public clang::ParsedAttrInfo {
 public:
  MatrixAttribute() {
    NumArgs = 4;
    OptArgs = 1;
    static constexpr Spelling k_spellings[] = {{clang::ParsedAttr::AS_GNU, "coop_mat"},
                                               {clang::ParsedAttr::AS_GNU, "__coop_mat__"}};
    Spellings = k_spellings;
  }

  bool acceptsLangOpts(const clang::LangOptions& options) const override { return options.OpenCL; }

  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr& attribute) const override {
    auto* named = llvm::dyn_cast<clang::TypedefNameDecl>(declaration);
    auto* value = llvm::dyn_cast<clang::DeclaratorDecl>(declaration);
    if (named == nullptr && (value == nullptr || llvm::isa<clang::FunctionDecl>(declaration))) {
      report(sema.Diags, attribute.getLoc(), "'coop_mat' applies to typedefs, variables and parameters only");
      return AttributeNotApplied;
    }
    const clang::QualType before = named != nullptr ? named->getUnderlyingType() : value->getType();
    const clang::QualType type = matrix_type(sema, before, attribute);
    if (type.isNull()) {
      declaration->setInvalidDecl();
      return AttributeNotApplied;
    }
    clang::TypeSourceInfo* info = sema.Context.getTrivialTypeSourceInfo(type, declaration->getLocation());
    if (named != nullptr) {
      named->setTypeSourceInfo(info);
    } else {
      value->setType(type);
      value->setTypeSourceInfo(info);
    }
    return AttributeApplied;
  }

 private:
  static clang::QualType refuse(clang::Sema& sema, clang::SourceLocation place, const std::string& text) {
    report(sema.Diags, place, text);
    return {};
  }

  static clang::QualType matrix_type(clang::Sema& sema, clang::QualType scalar, const clang::ParsedAttr& attribute) {
    const clang::SourceLocation place = attribute.getLoc();
    if (!sema.PP.isMacroDefined(k_extension))
      return refuse(sema, place, std::string("this target has no ") + k_extension);
    if (!session.is_enabled) {
      return refuse(sema, place,
                    std::string("cooperative matrices need #pragma OPENCL EXTENSION ") + k_extension + " : enable");
    }
    if (!is_sub_group(sema, attribute))
      return refuse(sema, place, "the scope of a cooperative matrix must be memory_scope_sub_group");
    MatrixType type;
    const auto rows = number(sema, attribute, 1);
    const auto columns = number(sema, attribute, 2);
    const auto use = number(sema, attribute, 3);
    const auto component = attribute.getNumArgs() > 4 ? number(sema, attribute, 4) : 0;
    const auto is_size = [](std::optional<unsigned> size) {
      return size && std::has_single_bit(*size) && *size <= k_most_rows;
    };
    if (!is_size(rows) || !is_size(columns)) {
      return refuse(
          sema, place,
          "rows and columns of a cooperative matrix must be powers of two up to " + std::to_string(k_most_rows));
    }
    if (!use || *use > static_cast<unsigned>(MatrixUse::k_accumulator)) {
      return refuse(sema, place,
                    "the use of a cooperative matrix must be CLK_COOPERATIVE_MATRIX_A, _B or _ACCUMULATOR");
    }
    type = {.rows = *rows, .columns = *columns, .use = static_cast<MatrixUse>(*use)};
    const std::string wrong = set_component(sema, scalar, component, type);
    if (!wrong.empty()) return refuse(sema, place, wrong);
    return complete(sema, scalar, type);
  }

  static clang::QualType complete(clang::Sema& sema, clang::QualType scalar, const MatrixType& type) {
    const clang::Qualifiers qualifiers = scalar.getQualifiers();
    const clang::QualType element = scalar.getCanonicalType().getUnqualifiedType();
    const clang::QualType matrix = sema.Context.getExtVectorType(element, vector_length(type));
    if (!llvm::is_contained(session.types, matrix)) {
      session.types.push_back(matrix);
      FunctionMaker(sema).declare_for(matrix);
    }
    return sema.Context.getQualifiedType(matrix, qualifiers);
  }

  // By its name: Clang takes a single name as the first argument for no expression.
  static bool is_sub_group(clang::Sema& sema, const clang::ParsedAttr& attribute) {
    constexpr unsigned k_sub_group_of_spirv = 3;
    if (attribute.isArgIdent(0)) {
      const llvm::StringRef name = attribute.getArgAsIdent(0)->getIdentifierInfo()->getName();
      return name == "memory_scope_sub_group" || name == "CLK_COOPERATIVE_MATRIX_SCOPE_SUBGROUP";
    }
    return number(sema, attribute, 0) == k_sub_group_of_spirv;
  }

  static std::optional<unsigned> number(clang::Sema& sema, const clang::ParsedAttr& attribute, unsigned index) {
    if (!attribute.isArgExpr(index)) return std::nullopt;
    const clang::Expr* expression = attribute.getArgAsExpr(index);
    if (expression->isValueDependent()) return std::nullopt;
    const auto value = expression->getIntegerConstantExpr(sema.Context);
    if (!value || value->isNegative() || value->getActiveBits() > 31) return std::nullopt;
    return static_cast<unsigned>(value->getZExtValue());
  }

  // Says what is wrong with the element; empty when nothing is.
  static std::string set_component(clang::Sema& sema, clang::QualType scalar, std::optional<unsigned> given,
                                   MatrixType& type) {
    const clang::QualType element = scalar.getCanonicalType().getUnqualifiedType();
    const auto plain = product_element(element, Component::k_plain);
    if (!plain) return "a cooperative matrix cannot have elements of type '" + scalar.getAsString() + "'";
    if (given == 0U) {
      // Accumulators of all types convert into each other.
      const bool is_factor = type.use != MatrixUse::k_accumulator;
      type.component = is_factor && element->isSignedIntegerType() ? Component::k_signed : Component::k_plain;
      return {};
    }
    const bool is_bfloat =
        given == static_cast<unsigned>(Component::k_bfloat) && element == sema.Context.UnsignedShortTy;
    const bool is_tf32 = given == static_cast<unsigned>(Component::k_tf32) && element == sema.Context.FloatTy;
    if (!is_bfloat && !is_tf32) {
      return "the fifth argument of 'coop_mat' must be CLK_COOPERATIVE_MATRIX_BFLOAT16_CLC for ushort or "
             "CLK_COOPERATIVE_MATRIX_TF32_CLC for float";
    }
    if (type.use == MatrixUse::k_accumulator) return "bfloat16 and tf32 are for matrices A and B: accumulate in float";
    type.component = static_cast<Component>(*given);
    return {};
  }
};

const clang::ParsedAttrInfoRegistry::Add<MatrixAttribute> registered("coop_mat", "cooperative matrices");

// Notes the pragma.
class PragmaListener final : public clang::PPCallbacks {
 public:
  void PragmaOpenCLExtension(clang::SourceLocation /*at*/, const clang::IdentifierInfo* name,
                             clang::SourceLocation /*state_at*/, unsigned state) override {
    if (name->getName() == k_extension) session.is_enabled = state != 0;
  }
};

class MatrixChecker final : public clang::ASTConsumer, public clang::DynamicRecursiveASTVisitor {
 public:
  explicit MatrixChecker(clang::ASTContext& context) : context_(context) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      if (has_matrices() && !declaration->isImplicit()) TraverseDecl(declaration);
    }
    return true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    if (!function->hasAttr<clang::DeviceKernelAttr>()) return true;
    for (const clang::ParmVarDecl* parameter : function->parameters()) {
      if (holds_matrix(parameter->getType())) refuse(parameter, "a cooperative matrix cannot be a kernel's parameter");
    }
    return true;
  }

  bool VisitFieldDecl(clang::FieldDecl* field) override {
    if (holds_matrix(field->getType())) refuse(field, "a cooperative matrix cannot be a member");
    return true;
  }

  bool VisitVarDecl(clang::VarDecl* variable) override {
    const clang::QualType type = variable->getType();
    if (!holds_matrix(type)) return true;
    if (points_to_matrix(type)) return refuse(variable, "there are no pointers to cooperative matrices");
    const clang::LangAS space = type.getAddressSpace();
    if (variable->hasGlobalStorage() || (space != clang::LangAS::Default && space != clang::LangAS::opencl_private))
      return refuse(variable, "a cooperative matrix must be a private variable of a function");
    if (matrix_of(type) && variable->hasInit()) accept_result(variable->getInit());
    return true;
  }

  bool VisitInitListExpr(clang::InitListExpr* list) override {
    if (!holds_matrix(list->getType())) return true;
    if (list->hasArrayFiller() || matrix_of(list->getType()))
      return refuse(list, "initialise each matrix, by coop_mat_init for instance");
    for (const clang::Expr* element : list->inits()) accept_result(element);
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator* operation) override {
    const auto left = matrix_of(operation->getLHS()->getType());
    const auto right = matrix_of(operation->getRHS()->getType());
    if (!left && !right) return true;
    clang::BinaryOperatorKind code = operation->getOpcode();
    if (code == clang::BO_Comma) return true;
    if (code == clang::BO_Assign) {
      accept_result(operation->getRHS());
      return true;
    }
    if (operation->isCompoundAssignmentOp()) code = clang::BinaryOperator::getOpForCompoundAssignment(code);
    const bool is_scaling = code == clang::BO_Mul || code == clang::BO_Div;
    if (!is_scaling && code != clang::BO_Add && code != clang::BO_Sub) return refuse_operator(operation);
    if (is_scaling) accept_splat(operation->getRHS());
    if (code == clang::BO_Mul) accept_splat(operation->getLHS());
    check_arithmetic(operation, left ? *left : *right);
    return true;
  }

  bool VisitUnaryOperator(clang::UnaryOperator* operation) override {
    const auto matrix = matrix_of(operation->getSubExpr()->getType());
    const clang::UnaryOperatorKind code = operation->getOpcode();
    if (code == clang::UO_Deref && holds_matrix(operation->getType()))
      return refuse(operation, "there are no pointers to cooperative matrices");
    if (code == clang::UO_AddrOf && holds_matrix(operation->getSubExpr()->getType()))
      return refuse(operation, "there are no pointers to cooperative matrices");
    if (!matrix) return true;
    if (code == clang::UO_Minus) {
      check_arithmetic(operation, *matrix);
    } else if (code != clang::UO_Extension) {
      refuse(operation,
             "unary operator '" + clang::UnaryOperator::getOpcodeStr(code).str() + "' is not for cooperative matrices");
    }
    return true;
  }

  bool VisitConditionalOperator(clang::ConditionalOperator* operation) override {
    if (matrix_of(operation->getType())) refuse(operation, "operator '?:' is not for cooperative matrices");
    return true;
  }

  bool VisitExtVectorElementExpr(clang::ExtVectorElementExpr* element) override {
    if (matrix_of(element->getBase()->getType())) refuse(element, "a cooperative matrix has no components");
    return true;
  }

  bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* trait) override {
    if (holds_matrix(trait->getTypeOfArgument()))
      refuse(trait, "a cooperative matrix has no size: coop_mat_length tells how many elements a work-item holds");
    return true;
  }

  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* cast) override {
    if (cast->getCastKind() != clang::CK_VectorSplat || !matrix_of(cast->getType()) || accepted_.contains(cast))
      return true;
    const clang::CallExpr* call = call_in(cast);
    if (call == nullptr) return refuse(cast, "a number is no cooperative matrix: use coop_mat_init");
    return true;  // VisitCallExpr says more
  }

  bool VisitExplicitCastExpr(clang::ExplicitCastExpr* cast) override {
    if (matrix_of(cast->getType()) || matrix_of(cast->getSubExpr()->getType()))
      refuse(cast, "cooperative matrices cannot be cast");
    return true;
  }

  bool VisitAsTypeExpr(clang::AsTypeExpr* cast) override {
    if (matrix_of(cast->getType()) || matrix_of(cast->getSrcExpr()->getType()))
      refuse(cast, "cooperative matrices cannot be cast");
    return true;
  }

  bool VisitConvertVectorExpr(clang::ConvertVectorExpr* conversion) override {
    const auto from = matrix_of(conversion->getSrcExpr()->getType());
    const auto to = matrix_of(conversion->getType());
    if (!from && !to) return true;
    if (!from || !to || from->use != MatrixUse::k_accumulator)
      refuse(conversion, "clc_coop_mat_convert is for accumulators of equal shape");
    return true;
  }

  bool VisitCallExpr(clang::CallExpr* call) override {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || callee->getIdentifier() == nullptr) return true;
    const llvm::StringRef name = callee->getName();
    if (name == k_mul_add) return check_product(*call);
    if (name == k_store) return check_store(*call);
    if (name == k_length) return check_length(*call);
    if (name == k_load || name == k_init) {
      if (!accepted_.contains(call))
        refuse(call, "the result of " + name.str() + " must initialise a matrix or be assigned to one");
      if (name == k_load) check_layout(*call, 1);
      return true;
    }
    const clang::SourceManager& sources = context_.getSourceManager();
    const bool is_builtin = callee->getBuiltinID() != 0 || sources.isInSystemHeader(callee->getLocation());
    for (const clang::Expr* argument : call->arguments()) {
      if (is_builtin && matrix_of(argument->getType()))
        refuse(argument, name.str() + " is not for cooperative matrices");
    }
    return true;
  }

 private:
  bool refuse(const clang::Decl* declaration, const std::string& text) {
    report(context_.getDiagnostics(), declaration->getLocation(), text);
    return true;
  }
  bool refuse(const clang::Expr* expression, const std::string& text) {
    report(context_.getDiagnostics(), expression->getExprLoc(), text);
    return true;
  }
  bool refuse_operator(const clang::BinaryOperator* operation) {
    return refuse(operation, "operator '" + operation->getOpcodeStr().str() + "' is not for cooperative matrices");
  }

  static bool points_to_matrix(clang::QualType type) {
    const clang::QualType pointed = type->getPointeeType();
    return !pointed.isNull() && holds_matrix(pointed);
  }

  // Matrices, arrays of them, and pointers to either.
  static bool holds_matrix(clang::QualType type) {
    if (type.isNull() || type->isDependentType()) return false;
    if (const auto* array = type->getAsArrayTypeUnsafe()) return holds_matrix(array->getElementType());
    return matrix_of(type).has_value() || points_to_matrix(type);
  }

  // The call of a function of matrices whose result is made a matrix; null where there is none.
  static const clang::CallExpr* call_in(const clang::Expr* expression) {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(expression->IgnoreParenImpCasts());
    const clang::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
    if (callee == nullptr || callee->getIdentifier() == nullptr) return nullptr;
    const llvm::StringRef name = callee->getName();
    return name == k_load || name == k_init || name == k_mul_add ? call : nullptr;
  }

  void accept_splat(const clang::Expr* expression) {
    expression = expression->IgnoreParens();
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
    if (cast != nullptr && cast->getCastKind() == clang::CK_VectorSplat) accepted_.insert(cast);
  }

  // Where the result of coop_mat_load or coop_mat_init becomes a matrix.
  void accept_result(const clang::Expr* expression) {
    const auto matrix = matrix_of(expression->getType());
    const clang::CallExpr* call = matrix ? call_in(expression) : nullptr;
    if (call == nullptr) return;
    accept_splat(expression);
    accepted_.insert(call);
    if (call->getDirectCallee()->getName() != k_load) return;
    const clang::QualType loaded = call->getType().getCanonicalType().getUnqualifiedType();
    const clang::QualType element = element_of(expression->getType());
    if (loaded != element) {
      refuse(call, "the pointer is to '" + loaded.getAsString() + "', and the matrix has elements of type '" +
                       element.getAsString() + "'");
    }
  }

  void check_arithmetic(const clang::Expr* operation, const MatrixType& type) {
    if (type.component == Component::k_bfloat)
      refuse(operation, "matrices of bfloat16 have no arithmetic but products");
  }

  // The layout and the stride behind it.
  void check_layout(const clang::CallExpr& call, unsigned index) {
    const clang::Expr* layout = call.getArg(index);
    const auto value = layout->isValueDependent() ? std::nullopt : layout->getIntegerConstantExpr(context_);
    if (!value || value->isNegative() || value->getExtValue() > 1) {
      refuse(layout, "the layout must be CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR or _COLUMN_MAJOR");
    }
    const clang::Expr* stride = call.getArg(index + 1);
    if (!stride->IgnoreParenImpCasts()->getType()->isIntegerType())
      refuse(stride, "the stride must be an integer: the distance of rows or columns in elements");
  }

  static bool is_fallback(const clang::CallExpr& call) { return call.getDirectCallee()->isVariadic(); }

  bool check_store(const clang::CallExpr& call) {
    const clang::QualType pointer =
        call.getNumArgs() > 0 ? call.getArg(0)->IgnoreParenImpCasts()->getType() : call.getType();
    if (!is_fallback(call)) {
      check_layout(call, 2);
      const clang::QualType pointed =
          pointer->isArrayType() ? context_.getBaseElementType(pointer) : pointer->getPointeeType();
      // C converts pointers that are not alike.
      if (pointed.getCanonicalType().getUnqualifiedType() == element_of(call.getArg(1)->getType())) return true;
    } else if (call.getNumArgs() != 4)
      return refuse(&call, "coop_mat_store takes a pointer, a matrix, a layout and a stride");
    const clang::QualType matrix = call.getArg(1)->getType();
    if (!matrix_of(matrix)) return refuse(call.getArg(1), "the second argument must be a cooperative matrix");
    return refuse(call.getArg(0), "the pointer must be to '" + element_of(matrix).getAsString() +
                                      "' in global, local or generic memory, not '" + pointer.getAsString() + "'");
  }

  bool check_length(const clang::CallExpr& call) {
    if (is_fallback(call)) refuse(&call, "coop_mat_length takes a cooperative matrix or its type");
    return true;
  }

  bool check_product(const clang::CallExpr& call) {
    if (!is_fallback(call)) {
      if (call.getNumArgs() > 3) check_operands(call);
      return true;
    }
    if (call.getNumArgs() < 3 || call.getNumArgs() > 4)
      return refuse(&call, "coop_mat_mulAdd takes three matrices and operands");
    const auto type = [&](unsigned index) { return call.getArg(index)->getType(); };
    const std::string why = unfit(type(0), type(1), type(2));
    return refuse(&call, why.empty() ? "the operands must be a coop_matrix_operands_t" : why);
  }

  void check_operands(const clang::CallExpr& call) {
    constexpr std::uint64_t k_saturates = 16;
    const auto value = call.getArg(3)->getIntegerConstantExpr(context_);
    if (!value || value->isNegative() || value->getExtValue() >= 2 * static_cast<std::int64_t>(k_saturates)) {
      refuse(call.getArg(3), "the operands must be constants of coop_matrix_operands_t");
      return;
    }
    const std::uint64_t bits = value->getZExtValue();
    const clang::QualType sum = call.getArg(2)->getType();
    if ((bits & k_saturates) != 0 && !element_of(sum)->isIntegerType())
      refuse(call.getArg(3), "only sums of integers saturate");
    constexpr std::uint64_t k_widest = 16;
    if ((bits & k_saturates) != 0 && context_.getTypeSize(element_of(call.getArg(0)->getType())) > k_widest)
      refuse(call.getArg(3), "only sums of products of 8 and 16 bits saturate");
    for (unsigned i = 0; i < 4; ++i) {
      const clang::QualType type = i < 3 ? call.getArg(i)->getType() : sum;
      if ((bits >> i & 1U) != 0 && !element_of(type)->isSignedIntegerType())
        refuse(call.getArg(3), "the operands call a matrix signed that is not");
    }
  }

  clang::ASTContext& context_;
  std::set<const clang::Expr*> accepted_;
};

}  // namespace

void begin_matrices(clang::Preprocessor& preprocessor) {
  session = {};
  preprocessor.addPPCallbacks(std::make_unique<PragmaListener>());
}

std::unique_ptr<clang::ASTConsumer> make_matrix_checker(clang::ASTContext& context) {
  return std::make_unique<MatrixChecker>(context);
}

bool has_matrices() {
  return !session.types.empty();
}

void name_matrices(std::string& message) {
  constexpr std::string_view k_begin = "vector of ";
  constexpr std::string_view k_end = " values";
  for (std::size_t at = message.find(k_begin); at != std::string::npos; at = message.find(k_begin, at + 1)) {
    const llvm::StringRef rest = llvm::StringRef(message).drop_front(at + k_begin.size());
    const auto [number, behind] = rest.split(' ');
    const llvm::StringRef element = behind.take_front(behind.find(k_end));
    unsigned length = 0;
    if (number.getAsInteger(10, length) || !matrix_of_length(length) || element.size() == behind.size()) continue;
    const std::size_t size = k_begin.size() + number.size() + 1 + element.size() + k_end.size();
    message.replace(at, size,
                    element.str() + ", coop_mat(memory_scope_sub_group, " + to_text(*matrix_of_length(length)) + ")");
  }
}

}  // namespace clc::worker
